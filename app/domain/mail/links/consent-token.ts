import type { AppContext, ShopContext } from "../../context.ts";

/** Names one subscription in one change of price or terms, for the link that asks for consent and for nothing else. */
export function consentTokenOf(
  { shop, mail }: Pick<ShopContext, "shop" | "mail">,
  changeId: bigint,
  subscriptionId: bigint,
): string {
  return mail.signer.sign(`consent-${shop.id}-${changeId}-${subscriptionId}`);
}

/** What a link names; null for a link that is not from a mail of ours. */
export function readConsentToken(
  { mail }: Pick<AppContext, "mail">,
  token: string,
): { shopId: bigint; changeId: bigint; subscriptionId: bigint } | null {
  const [, shopId, changeId, subscriptionId] =
    /^consent-(\d{1,18})-(\d{1,18})-(\d{1,18})$/.exec(mail.signer.read(token) ?? "") ?? [];
  if (!shopId || !changeId || !subscriptionId) return null;
  return {
    shopId: BigInt(shopId),
    changeId: BigInt(changeId),
    subscriptionId: BigInt(subscriptionId),
  };
}
