import type { AppContext, ShopContext } from "../../context.ts";

/** Names a customer in the link of a mail, so that nobody can name another one. */
export function unsubscribeTokenOf(
  { shop, mail }: Pick<ShopContext, "shop" | "mail">,
  customerId: bigint,
): string {
  return mail.signer.sign(`${shop.id}-${customerId}`);
}

/** The customer that a link names; null for a link that is not from a mail of ours. */
export function readUnsubscribeToken(
  { mail }: Pick<AppContext, "mail">,
  token: string,
): { shopId: bigint; customerId: bigint } | null {
  const [, shopId, customerId] =
    /^(\d{1,18})-(\d{1,18})$/.exec(mail.signer.read(token) ?? "") ?? [];
  if (!shopId || !customerId) return null;
  return { shopId: BigInt(shopId), customerId: BigInt(customerId) };
}
