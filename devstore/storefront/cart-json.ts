import type { Redeemed } from "../discounts/settle-discounts.ts";
import { type PricedLine, priceCart } from "./cart.ts";
import { readAttributes } from "./cart-attributes.ts";
import { weighCodes } from "./check-out.ts";
import { hundredths, pathIn, type StorefrontRequest } from "./storefront-request.ts";

/** A discount of the whole cart, as Liquid and the Ajax API name it. Amounts in hundredths. */
export interface CartDiscount {
  title: string;
  type: "automatic" | "discount_code";
  total_allocated_amount: number;
}

/** What a cart comes to before delivery, with the codes that wait for its checkout. Amounts in hundredths. */
export function sumOfCart(page: StorefrontRequest, codes: readonly string[]) {
  const { devstore, shop } = page;
  const lines = priceCart(devstore.state, shop, page.cart);
  if (lines.length === 0) {
    const discounts: CartDiscount[] = [];
    return { lines, subtotal: 0, total: 0, discounts, taken: [], refused: [], ofItems: [] };
  }
  const customerId = page.customer?.id ?? null;
  const { priced, taken, refused } = weighCodes(devstore, shop, customerId, { lines, codes });
  const goods = lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0);
  const ofCart = ({ discount: { effect } }: Redeemed) =>
    effect.type === "basic" && effect.items.all;
  const ofItems = [...priced.automatic, ...priced.redeemed].filter((one) => !ofCart(one));
  const amountOf = ({ byLine }: Redeemed) => byLine.reduce((sum, amount) => sum + amount, 0);
  const subtotal = hundredths(page, goods - ofItems.reduce((sum, one) => sum + amountOf(one), 0));
  const asDiscount = (type: CartDiscount["type"]) => (one: Redeemed) => ({
    title: one.discount.title,
    type,
    total_allocated_amount: hundredths(page, amountOf(one)),
  });
  const discounts: CartDiscount[] = [
    ...priced.automatic.filter(ofCart).map(asDiscount("automatic")),
    ...priced.redeemed
      .filter(ofCart)
      .map((one) => ({ ...asDiscount("discount_code")(one), title: one.discount.code })),
  ];
  const off = discounts.reduce((sum, one) => sum + one.total_allocated_amount, 0);
  return {
    ...{ lines, discounts, taken, refused },
    ofItems,
    subtotal,
    total: subtotal - off,
  };
}

/** The cart by the platform's Ajax API, as far as scripts of themes and apps read it here. */
export function cartJson(page: StorefrontRequest, codes: readonly string[]): object {
  const { currency } = page.presentment;
  const { lines, subtotal, total, discounts, taken, ofItems } = sumOfCart(page, codes);
  const original = lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0);
  return {
    note: null,
    attributes: readAttributes(page.shop, page.request),
    original_total_price: hundredths(page, original),
    items_subtotal_price: subtotal,
    total_price: total,
    total_discount: hundredths(page, original) - total,
    item_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    items: lines.map((line, at) => itemJson(page, line, at, ofItems)),
    requires_shipping: lines.some(({ variant }) => variant.requiresShipping),
    currency,
    cart_level_discount_applications: discounts,
    discount_codes: codes.map((code) => ({ code, applicable: taken.includes(code) })),
  };
}

/** A line with what discounts on products have taken off it; those on the order are the cart's. */
function itemJson(page: StorefrontRequest, line: PricedLine, at: number, ofItems: Redeemed[]) {
  const { product, variant, plan, quantity, unitPriceMinor } = line;
  const allocations = ofItems.flatMap(({ discount, byLine }) => {
    const amountMinor = byLine[at] ?? 0;
    return amountMinor === 0 ? [] : [{ title: discount.code, amountMinor }];
  });
  const originalMinor = unitPriceMinor * quantity;
  const discountMinor = allocations.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const finalMinor = originalMinor - discountMinor;
  return {
    id: variant.id,
    variant_id: variant.id,
    product_id: product.id,
    title: product.title,
    quantity,
    gift_card: product.isGiftCard === true,
    taxable: variant.taxable,
    requires_shipping: variant.requiresShipping,
    price: hundredths(page, unitPriceMinor),
    original_price: hundredths(page, unitPriceMinor),
    discounted_price: hundredths(page, Math.floor(finalMinor / quantity)),
    line_price: hundredths(page, originalMinor),
    original_line_price: hundredths(page, originalMinor),
    final_line_price: hundredths(page, finalMinor),
    total_discount: hundredths(page, discountMinor),
    line_level_discount_allocations: allocations.map(({ title, amountMinor }) => ({
      amount: hundredths(page, amountMinor),
      discount_application: { type: "discount_code", title },
    })),
    url: pathIn(page, `/products/${product.handle}?variant=${variant.id}`),
    ...(plan && { selling_plan_allocation: { selling_plan: { id: plan.id, name: plan.name } } }),
  };
}
