import type { Devstore } from "../devstore.ts";
import type { DevOrder } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import { announceOrder, buildPaidOrder, type OrderExtras } from "./record-order.ts";

export interface PlainOrder {
  /** Null for a guest. */
  customerId: number | null;
  email: string | null;
  /** What its one line costs; delivery, and what the extras add, come on top. */
  goodsMinor: number;
  deliveryMinor: number;
  isTest: boolean;
  attributes: { key: string; value: string }[];
  /** When it was placed: an import from another system dates it back. */
  placedAt: Date;
  extras: OrderExtras;
}

/** An order without a checkout, as a till or an import makes it: one line, no goods of the catalog. */
export function recordPlainOrder(devstore: Devstore, shop: DevShop, plain: PlainOrder): DevOrder {
  const { customerId, email, goodsMinor, deliveryMinor, isTest, attributes } = plain;
  const built = buildPaidOrder(devstore, shop, {
    customerId,
    discountCodes: [],
    shippingMinor: deliveryMinor,
    tags: [],
    sourceName: "pos",
    contractId: null,
    at: plain.placedAt,
    extras: plain.extras,
    lines: [
      {
        productId: null,
        variantId: null,
        title: "Custom sale",
        variantTitle: null,
        sku: null,
        quantity: 1,
        unitPriceMinor: goodsMinor,
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
