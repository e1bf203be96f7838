import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import { fixedOfMinor } from "../state/money.ts";
import type { DevTransaction } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";

/** What an order, or a part of it, is paid with. */
export interface Tender {
  gateway: string;
  amountMinor: number;
}

/**
 * One sale for each tender; by card where none is named. What costs nothing is paid with nothing.
 * Throws InputError when the tenders do not come to the total.
 */
export function takePayment(
  { state }: Devstore,
  shop: Pick<DevShop, "domain" | "currency">,
  totalMinor: number,
  { tenders, at }: { tenders?: readonly Tender[] | undefined; at: string },
): DevTransaction[] {
  const paid = tenders?.reduce((sum, { amountMinor }) => sum + amountMinor, 0) ?? totalMinor;
  if (paid !== totalMinor) {
    const amount = (minor: number) => fixedOfMinor(minor, shop.currency);
    const message = `they come to ${amount(paid)}, and the order to ${amount(totalMinor)}`;
    throw new InputError("gateways", message);
  }
  const used = tenders ?? [{ gateway: "shopify_payments", amountMinor: totalMinor }];
  return used
    .filter(({ amountMinor }) => amountMinor > 0)
    .map(({ gateway, amountMinor }) => ({
      id: state.nextId(shop.domain, "transaction"),
      kind: "SALE",
      status: "SUCCESS",
      gateway,
      amountMinor,
      parentId: null,
      processedAt: at,
      errorCode: null,
    }));
}
