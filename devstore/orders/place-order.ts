import { randomUUID } from "node:crypto";
import { createContract } from "../contracts/create-contract.ts";
import type { Devstore } from "../devstore.ts";
import { InputError, MissingError } from "../input-error.ts";
import type { DevProduct, DevSellingPlan, DevVariant } from "../state/catalog.ts";
import type { DevContract } from "../state/contract.ts";
import type { DevDiscountCode } from "../state/discount-code.ts";
import type { DevOrder, DevOrderLine } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import { applyDiscountCode, type Cart, refusalOfCode } from "./apply-discount-code.ts";
import { recordOrder } from "./record-order.ts";

export interface CheckoutInput {
  cid: number;
  /** Left out with a plan, the plan's own product is bought once. */
  lines: { variantId: number; quantity: number }[];
  /** A selling plan, which every line is then bought with. */
  planId: number | null;
  discountCodes: string[];
}

export interface PlacedOrder {
  order: DevOrder;
  contract: DevContract | null;
}

interface Bought {
  product: DevProduct;
  variant: DevVariant;
  quantity: number;
  unitPriceMinor: number;
}

/** What orders of goods pay for their delivery. */
const shippingMinor = 490;

/**
 * A checkout: prices the cart, takes the codes, is paid, and with a selling plan makes the contract.
 * Throws InputError for what a checkout refuses. Call it within a transaction.
 */
export function placeOrder(devstore: Devstore, shop: DevShop, input: CheckoutInput): PlacedOrder {
  const { state } = devstore;
  const customer = state.get(shop.domain, "customer", input.cid);
  if (customer === undefined) throw new MissingError(`no customer ${input.cid} in ${shop.domain}`);
  const plan = input.planId === null ? null : findPlan(devstore, shop, input.planId);
  const bought = boughtItems(devstore, shop, input, plan);
  const cart: Cart = {
    customerId: customer.id,
    shippingMinor: bought.some((one) => one.variant.requiresShipping) ? shippingMinor : 0,
    lines: bought.map(({ product, variant, quantity, unitPriceMinor }) => ({
      productId: product.id,
      variantId: variant.id,
      quantity,
      unitPriceMinor,
      subscription: plan !== null,
      discountMinor: 0,
    })),
  };
  const redeemed = input.discountCodes.map((code) => redeem(devstore, shop, cart, code));
  const lines = bought.map((one, index): Omit<DevOrderLine, "id"> => {
    const codeDiscounts = redeemed.flatMap(({ code, byLine }) => {
      const amountMinor = byLine[index] ?? 0;
      return amountMinor === 0 ? [] : [{ code, amountMinor }];
    });
    return orderLine(one, { minor: cart.lines[index]?.discountMinor ?? 0, codeDiscounts }, plan);
  });
  const order = recordOrder(devstore, shop, {
    customerId: customer.id,
    lines,
    discountCodes: redeemed.map(({ code, amountMinor }) => ({ code, amountMinor })),
    shippingMinor: cart.shippingMinor,
    tags: [],
    sourceName: "web",
    contractId: null,
    at: state.now(shop.domain),
  });
  if (plan === null) return { order, contract: null };
  const contract = contractOfOrder(devstore, shop, order, bought, plan);
  const withContract = {
    ...order,
    contractId: contract.id,
    lines: order.lines.map((line) => ({ ...line, contractId: contract.id })),
  };
  return { order: state.put(shop.domain, "order", withContract), contract };
}

function findPlan(devstore: Devstore, shop: DevShop, planId: number): DevSellingPlan {
  for (const group of devstore.state.list(shop.domain, "sellingPlanGroup")) {
    const plan = group.plans.find((one) => one.id === planId);
    if (plan !== undefined) return plan;
  }
  throw new InputError("plan_id", `no selling plan ${planId} in ${shop.domain}`);
}

function boughtItems(
  devstore: Devstore,
  shop: DevShop,
  input: CheckoutInput,
  plan: DevSellingPlan | null,
): Bought[] {
  const products = devstore.state.list(shop.domain, "product");
  const wanted =
    input.lines.length > 0 || plan === null ? input.lines : ownLines(devstore, shop, plan);
  if (wanted.length === 0) throw new InputError("lines", "an order needs at least one line");
  return wanted.map(({ variantId, quantity }, index) => {
    for (const product of products) {
      const variant = product.variants.find((one) => one.id === variantId);
      if (variant === undefined) continue;
      return { product, variant, quantity, unitPriceMinor: planPrice(variant.priceMinor, plan) };
    }
    throw new InputError(`lines.${index}.variant_id`, `no variant ${variantId} in ${shop.domain}`);
  });
}

function ownLines(devstore: Devstore, shop: DevShop, plan: DevSellingPlan) {
  const group = devstore.state
    .list(shop.domain, "sellingPlanGroup")
    .find((one) => one.plans.some((inner) => inner.id === plan.id));
  const product = devstore.state
    .list(shop.domain, "product")
    .find((one) => group?.productIds.includes(one.id));
  const variant = product?.variants[0];
  return variant === undefined ? [] : [{ variantId: variant.id, quantity: 1 }];
}

/** What one piece costs by a plan's fixed pricing policy. */
export function planPrice(priceMinor: number, plan: DevSellingPlan | null): number {
  const fixed = plan?.pricing.find((one) => one.afterCycle === null);
  if (fixed === undefined) return priceMinor;
  if (fixed.adjustmentType === "PRICE") return fixed.adjustmentValue;
  if (fixed.adjustmentType === "FIXED_AMOUNT") {
    return Math.max(0, priceMinor - fixed.adjustmentValue);
  }
  return Math.round(priceMinor * (1 - fixed.adjustmentValue / 100));
}

interface Redeemed {
  code: string;
  amountMinor: number;
  /** What it took off each of the cart's lines. */
  byLine: number[];
}

function redeem(devstore: Devstore, shop: DevShop, cart: Cart, code: string): Redeemed {
  const { state } = devstore;
  const discount = findDiscountCode(devstore, shop.domain, code);
  if (discount === undefined) throw new InputError("discount_codes", `no code ${code}`);
  const refusal = refusalOfCode(discount, cart, state.now(shop.domain));
  if (refusal !== null) throw new InputError("discount_codes", `${code} ${refusal}`);
  const before = cart.lines.map((line) => line.discountMinor);
  const amountMinor = applyDiscountCode(discount, cart);
  const byLine = cart.lines.map((line, index) => line.discountMinor - (before[index] ?? 0));
  state.put(shop.domain, "discountCode", {
    ...discount,
    usageCount: discount.usageCount + 1,
    usedByCustomerIds: [...discount.usedByCustomerIds, cart.customerId ?? 0],
  });
  return { code: discount.code, amountMinor, byLine };
}

/** Codes are found whatever their case. */
export function findDiscountCode(
  devstore: Pick<Devstore, "state">,
  shop: string,
  code: string,
): DevDiscountCode | undefined {
  const wanted = code.toLowerCase();
  return devstore.state
    .list(shop, "discountCode")
    .find((discount) => discount.code.toLowerCase() === wanted);
}

function orderLine(
  { product, variant, quantity, unitPriceMinor }: Bought,
  discount: { minor: number; codeDiscounts: { code: string; amountMinor: number }[] },
  plan: DevSellingPlan | null,
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
  };
}

function contractOfOrder(
  devstore: Devstore,
  shop: DevShop,
  order: DevOrder,
  bought: Bought[],
  plan: DevSellingPlan,
): DevContract {
  const paymentMethod = devstore.state
    .list(shop.domain, "paymentMethod")
    .find((one) => one.customerId === order.customerId && one.revokedAt === null);
  return createContract(devstore, shop, {
    customerId: order.customerId ?? 0,
    currency: shop.currency,
    originOrderId: order.id,
    createdAt: new Date(order.createdAt),
    billingPolicy: plan.billingPolicy,
    deliveryPolicy: plan.deliveryPolicy,
    deliveryPriceMinor: bought.some((one) => one.variant.requiresShipping) ? shippingMinor : 0,
    paymentMethodId: paymentMethod?.id ?? null,
    discounts: [],
    note: null,
    customAttributes: [],
    lines: bought.map(({ product, variant, quantity, unitPriceMinor }) => ({
      id: randomUUID(),
      productId: product.id,
      variantId: variant.id,
      title: product.title,
      variantTitle: variant.title,
      sku: variant.sku,
      quantity,
      currentPriceMinor: unitPriceMinor,
      sellingPlanId: plan.id,
      sellingPlanName: plan.name,
      pricingPolicy: null,
      customAttributes: [],
      requiresShipping: variant.requiresShipping,
      taxable: variant.taxable,
    })),
  });
}
