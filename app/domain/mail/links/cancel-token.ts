import type { AppContext, ShopContext } from "../../context.ts";

/** A signed token for the link in a mail. It is valid for one subscription and one kind of link. */
export function cancelTokenOf(
  { shop, mail }: Pick<ShopContext, "shop" | "mail">,
  subscriptionId: bigint,
): string {
  return mail.signer.sign(`cancel-${shop.id}-${subscriptionId}`);
}

/** The subscription that a link names; null for a link that is not from a mail of ours. */
export function readCancelToken(
  { mail }: Pick<AppContext, "mail">,
  token: string,
): { shopId: bigint; subscriptionId: bigint } | null {
  const [, shopId, subscriptionId] =
    /^cancel-(\d{1,18})-(\d{1,18})$/.exec(mail.signer.read(token) ?? "") ?? [];
  if (!shopId || !subscriptionId) return null;
  return { shopId: BigInt(shopId), subscriptionId: BigInt(subscriptionId) };
}
