import type { DevOrderLine } from "../state/order.ts";
import { type Bought, taxationOf } from "./price-checkout.ts";

/** What was taken off a line, and by which codes. */
interface LineDiscount {
  minor: number;
  codeDiscounts: { code: string; amountMinor: number }[];
}

/** The line of an order that sells this. */
export function orderLine(
  { product, variant, quantity, unitPriceMinor, plan }: Bought,
  discount: LineDiscount = { minor: 0, codeDiscounts: [] },
): Omit<DevOrderLine, "id"> {
  return {
    productId: product.id,
    variantId: variant.id,
    title: product.title,
    variantTitle: variant.title,
    sku: variant.sku,
    quantity,
    unitPriceMinor,
    discountMinor: discount.minor,
    codeDiscounts: discount.codeDiscounts,
    sellingPlanId: plan?.id ?? null,
    sellingPlanName: plan?.name ?? null,
    contractId: null,
    requiresShipping: variant.requiresShipping,
    ...taxationOf({ product, variant }),
  };
}
