/** The longest handle is 60 characters; the platform never gives one with a dot or an upper-case letter. */
const shopDomainPattern = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/** True for the permanent address of a store, as in tokens, signatures and webhooks. */
export function isShopDomain(text: string | null | undefined): text is string {
  return typeof text === "string" && shopDomainPattern.test(text);
}
