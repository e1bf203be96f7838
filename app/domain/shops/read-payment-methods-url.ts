import type { Queries } from "#app/lib/db.ts";
import type { Shop } from "./shop.ts";

/**
 * Where a customer changes a payment method: in their account, at the address that the platform gives. Its own update links
 * are for a customer who is signed in at that moment, which nobody who reads a mail is.
 */
export async function readPaymentMethodsUrl(
  tx: Queries,
  { id, domain }: Pick<Shop, "id" | "domain">,
): Promise<string> {
  const { accountUrl } = await tx.shop.findUniqueOrThrow({
    where: { id },
    select: { accountUrl: true },
  });
  return accountUrl ?? `https://${domain}/account`;
}
