import type { AnyJson } from "#tests/support/any-json.ts";
import { gid, type PlatformShop } from "./platform-shop.ts";

const bag = "{ shopMoney { amount } presentmentMoney { amount } }";

/** Every figure of an order that an app reads. */
export const orderFigures = `taxesIncluded edited displayFinancialStatus displayFulfillmentStatus
  paymentGatewayNames originalTotalPriceSet ${bag} totalPriceSet ${bag} currentTotalPriceSet ${bag}
  subtotalPriceSet ${bag} currentSubtotalPriceSet ${bag} totalTaxSet ${bag} currentTotalTaxSet ${bag}
  totalTipReceivedSet ${bag} originalTotalDutiesSet ${bag} originalTotalAdditionalFeesSet ${bag}
  totalDiscountsSet ${bag} totalShippingPriceSet ${bag} totalReceivedSet ${bag}
  totalOutstandingSet ${bag} netPaymentSet ${bag} totalRefundedSet ${bag}
  totalRefundedShippingSet ${bag} currentShippingPriceSet ${bag}
  shippingLine { originalPriceSet ${bag} discountedPriceSet ${bag} taxLines { priceSet ${bag} }
    discountAllocations { allocatedAmountSet ${bag} } }
  transactions(first: 20) { kind status gateway amountSet ${bag} }`;

const lineFigures = `id title quantity currentQuantity isGiftCard taxable requiresShipping
  originalTotalSet ${bag} discountAllocations { allocatedAmountSet ${bag} }
  taxLines { title rate priceSet ${bag} } product { id }`;

const query = `query($id: ID!) { order(id: $id) { ${orderFigures}
  lineItems(first: 20) { nodes { ${lineFigures} } }
  fulfillments(first: 5) { id totalQuantity }
  refunds(first: 20) { id totalRefundedSet ${bag} duties { amountSet ${bag} }
    refundLineItems(first: 20) { nodes { quantity subtotalSet ${bag} totalTaxSet ${bag}
      lineItem { id } } }
    refundShippingLines(first: 5) { nodes { subtotalAmountSet ${bag} taxAmountSet ${bag} } }
    orderAdjustments(first: 5) { nodes { reason amountSet ${bag} } }
    transactions(first: 5) { nodes { gateway status amountSet ${bag} } } } } }`;

/** An order as the Admin API tells it, each bag of money as its amount. */
export async function readOrder(shop: PlatformShop, id: number): Promise<AnyJson> {
  const { order } = await shop.data(query, { id: gid("Order", id) });
  return withAmounts(order);
}

/** "12.5" in place of a bag, and the nodes in place of a connection. */
export function withAmounts(value: AnyJson): AnyJson {
  if (Array.isArray(value)) return value.map(withAmounts);
  if (typeof value !== "object" || value === null) return value;
  if ("shopMoney" in value) {
    const { shopMoney, presentmentMoney } = value;
    if (shopMoney.amount !== presentmentMoney.amount) throw new Error("two currencies");
    return shopMoney.amount;
  }
  if (Array.isArray(value.nodes)) return value.nodes.map(withAmounts);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withAmounts(inner)]));
}

/** What decimals come to, to the hundredth. */
export function sum(...amounts: string[]): number {
  return Math.round(amounts.reduce((total, amount) => total + Number(amount), 0) * 100) / 100;
}
