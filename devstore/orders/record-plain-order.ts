import type { Devstore } from "../devstore.ts";
import type { DevOrder } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import { announceOrder, buildPaidOrder } from "./record-order.ts";

export interface PlainOrder {
  /** Null for a guest. */
  customerId: number | null;
  email: string | null;
  totalMinor: number;
  isTest: boolean;
  attributes: { key: string; value: string }[];
  /** When it was placed: an import from another system dates it back. */
  placedAt: Date;
}

/** An order without a checkout, as a till or an import makes one: one line, no goods of the catalog. */
export function recordPlainOrder(
  devstore: Devstore,
  shop: DevShop,
  { customerId, email, totalMinor, isTest, attributes, placedAt }: PlainOrder,
): DevOrder {
  const built = buildPaidOrder(devstore, shop, {
    customerId,
    discountCodes: [],
    shippingMinor: 0,
    tags: [],
    sourceName: "pos",
    contractId: null,
    at: placedAt,
    lines: [
      {
        productId: null,
        variantId: null,
        title: "Custom sale",
        variantTitle: null,
        sku: null,
        quantity: 1,
        unitPriceMinor: totalMinor,
        discountMinor: 0,
        sellingPlanId: null,
        sellingPlanName: null,
        contractId: null,
        requiresShipping: false,
      },
    ],
  });
  const now = devstore.state.now(shop.domain).toISOString();
  return announceOrder(devstore, shop, {
    ...built,
    email: built.email ?? email,
    createdAt: now,
    updatedAt: now,
    attributes,
    ...(isTest && { isTest: true as const }),
  });
}
