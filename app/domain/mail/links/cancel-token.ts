import type { AppContext, ShopContext } from "../../context.ts";

/** Names a subscription in the link of a mail, so that nobody can name another one, nor use another mail's link for it. */
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
