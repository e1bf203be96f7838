import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { deliveryLeft } from "../../../orders/figures/order-parts.ts";
import { taxesOf } from "../../../orders/figures/order-taxes.ts";
import type { DevOrder } from "../../../state/order.ts";
import type { View } from "../../admin-context.ts";
import { moneyBagView } from "../money-view.ts";
import { allocationView, codeApplicationView } from "./discount-allocation.ts";
import { taxLineViews } from "./tax-line-view.ts";

/** The delivery of an order; null where nothing is delivered. */
export function shippingLineView(order: DevOrder): View | null {
  const originalMinor = order.shippingMinor + (order.shippingDiscountMinor ?? 0);
  if (originalMinor === 0) return null;
  return {
    __typename: "ShippingLine",
    id: gid("ShippingLine", order.id),
    title: "Standard",
    isRemoved: false,
    originalPriceSet: moneyBagView(originalMinor, order),
    discountedPriceSet: moneyBagView(order.shippingMinor, order),
    currentDiscountedPriceSet: moneyBagView(deliveryLeft(order).subtotalMinor, order),
    taxLines: taxLineViews(order, taxesOf(order).shippingTaxMinor),
    discountAllocations: order.discountCodes
      .filter(({ terms, amountMinor }) => terms?.target === "SHIPPING_LINE" && amountMinor > 0)
      .map(({ code, amountMinor }) =>
        allocationView(order, amountMinor, codeApplicationView(order, code)),
      ),
  };
}
