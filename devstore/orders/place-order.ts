import { randomUUID } from "node:crypto";
import { createContract } from "../contracts/create-contract.ts";
import type { Devstore } from "../devstore.ts";
import { discountTerms } from "../discounts/discount-terms.ts";
import type { DevSellingPlan } from "../state/catalog.ts";
import type { DevContract } from "../state/contract.ts";
import type { DevOrder, DevOrderLine } from "../state/order.ts";
import { toPresentment } from "../state/presentment.ts";
import type { DevShop } from "../state/shop.ts";
import { orderLine } from "./order-line.ts";
import {
  type Bought,
  type CheckoutInput,
  planPricingPolicy,
  priceCheckout,
  shippingMinorOf,
} from "./price-checkout.ts";
import { recordOrder } from "./record-order.ts";

export interface PlacedOrder {
  order: DevOrder;
  /** One for each selling plan that something was bought with. */
  contracts: DevContract[];
}

/**
 * A checkout: prices the cart, takes the codes, is paid, and makes one order. The contracts of what was
 * bought with a selling plan follow it.
 * Throws InputError for what a checkout refuses. Call it within a transaction.
 */
export function placeOrder(devstore: Devstore, shop: DevShop, input: CheckoutInput): PlacedOrder {
  const { state } = devstore;
  const { customer, bought, cart, redeemed } = priceCheckout(devstore, shop, input);
  for (const { discount } of redeemed) {
    state.put(shop.domain, "discountCode", {
      ...discount,
      usageCount: discount.usageCount + 1,
      usedByCustomerIds: [...discount.usedByCustomerIds, customer.id],
    });
  }
  const lines = bought.map((one, index): Omit<DevOrderLine, "id"> => {
    const codeDiscounts = redeemed.flatMap(({ discount, byLine }) => {
      const amountMinor = byLine[index] ?? 0;
      return amountMinor === 0 ? [] : [{ code: discount.code, amountMinor }];
    });
    return orderLine(one, { minor: cart.lines[index]?.discountMinor ?? 0, codeDiscounts });
  });
  const order = recordOrder(devstore, shop, {
    customerId: customer.id,
    lines,
    discountCodes: redeemed.map(({ discount, amountMinor }) => ({
      code: discount.code,
      amountMinor,
      terms: discountTerms(discount.effect),
    })),
    shippingMinor: cart.shippingMinor,
    shippingDiscountMinor: shippingMinorOf(bought) - cart.shippingMinor,
    attributes: input.attributes ?? [],
    extras: input.extras,
    presentment: input.presentment,
    tags: [],
    sourceName: "web",
    contractId: null,
    at: state.now(shop.domain),
  });
  const contractOfPlan = new Map<number, DevContract>();
  for (const [plan, items] of Map.groupBy(bought, (one) => one.plan)) {
    if (plan === null) continue;
    contractOfPlan.set(plan.id, contractOfOrder(devstore, shop, order, items, plan));
  }
  const contracts = [...contractOfPlan.values()];
  if (contracts.length === 0) return { order, contracts };
  const withContracts = {
    ...order,
    contractId: contracts[0]?.id ?? null,
    lines: order.lines.map((line) => {
      return { ...line, contractId: contractOfPlan.get(line.sellingPlanId ?? 0)?.id ?? null };
    }),
  };
  return { order: state.put(shop.domain, "order", withContracts), contracts };
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
  // A contract keeps the currency in which it was bought.
  const { presentment = { currency: shop.currency, rate: 1 } } = order;
  const agreed = (minor: number) => toPresentment(minor, shop.currency, presentment);
  return createContract(devstore, shop, {
    customerId: order.customerId ?? 0,
    currency: presentment.currency,
    originOrderId: order.id,
    createdAt: new Date(order.createdAt),
    billingPolicy: plan.billingPolicy,
    deliveryPolicy: plan.deliveryPolicy,
    deliveryPriceMinor: agreed(shippingMinorOf(bought)),
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
      currentPriceMinor: agreed(unitPriceMinor),
      sellingPlanId: plan.id,
      sellingPlanName: plan.name,
      pricingPolicy: planPricingPolicy(variant.priceMinor, plan, agreed),
      customAttributes: [],
      requiresShipping: variant.requiresShipping,
      taxable: variant.taxable,
    })),
  });
}
