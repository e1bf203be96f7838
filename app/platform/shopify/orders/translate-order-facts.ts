import { platformInstant } from "#app/lib/instants.ts";
import type { PlatformOrderFacts } from "../../platform-order.ts";
import { readMoney } from "../admin-money.ts";
import type {
  AllocationFactsFragment,
  OrderFactsFragment,
  SoldLineFactsFragment,
} from "../admin-operations.generated.ts";
import { fromGid, fromOptionalGid } from "../gid.ts";

type Dispute = PlatformOrderFacts["disputes"][number];

/** An order as the domain knows it. The lists are sorted, so that the same facts are always the same. */
export function translateOrderFacts(
  order: OrderFactsFragment,
  lines: readonly SoldLineFactsFragment[],
  disputes: Dispute[],
  isPartial: boolean,
): PlatformOrderFacts {
  const { shopMoney, presentmentMoney } = order.originalTotalPriceSet;
  const address = order.shippingAddress;
  return {
    orderId: fromGid("Order", order.id),
    name: order.name,
    isPartial,
    customerId: fromOptionalGid("Customer", order.customer?.id),
    email: order.email,
    customerName: address?.name || order.billingAddress?.name || null,
    countryCode: address?.countryCodeV2 ?? null,
    province: address?.province ?? null,
    createdAt: platformInstant(order.createdAt),
    processedAt: platformInstant(order.processedAt),
    updatedAt: platformInstant(order.updatedAt),
    cancelledAt: readDate(order.cancelledAt),
    fulfilledAt: fulfilledAt(order),
    isTest: order.test,
    financialStatus: (order.displayFinancialStatus ?? "PENDING").toLowerCase(),
    currency: shopMoney.currencyCode,
    totalMinor: readMoney(shopMoney),
    subtotalMinor: readShopMoney(order.subtotalPriceSet),
    taxMinor: readShopMoney(order.totalTaxSet),
    discountMinor: readShopMoney(order.totalDiscountsSet),
    deliveryMinor: readShopMoney(order.totalShippingPriceSet),
    presentment: {
      currency: presentmentMoney.currencyCode,
      totalMinor: readMoney(presentmentMoney),
    },
    gateways: [...order.paymentGatewayNames].sort(),
    channel: order.attribution?.displayName ?? null,
    attributes: order.customAttributes.map(({ key, value }) => ({ key, value })),
    discountCodes: sumByCode([
      ...lines.flatMap((line) => line.discountAllocations),
      ...(order.shippingLine?.discountAllocations ?? []),
    ]),
    lines: lines.map((line) => ({
      title: line.title,
      quantity: line.quantity,
      productId: fromOptionalGid("Product", line.product?.id),
      variantId: fromOptionalGid("ProductVariant", line.variant?.id),
      sellingPlanId: fromOptionalGid("SellingPlan", line.sellingPlan?.sellingPlanId),
      sellingPlanName: line.sellingPlan?.name ?? null,
      contractId: fromOptionalGid("SubscriptionContract", line.contract?.id),
      beganContract: line.contract?.originOrder?.id === order.id,
      totalMinor: readMoney(line.originalTotalSet.shopMoney),
    })),
    transactions: order.transactions
      .map((one) => ({
        transactionId: fromGid("OrderTransaction", one.id),
        kind: one.kind.toLowerCase(),
        status: one.status.toLowerCase(),
        gateway: one.gateway,
        amountMinor: readMoney(one.amountSet.shopMoney),
        processedAt: readDate(one.processedAt),
        errorCode: one.errorCode,
      }))
      .sort((a, b) => a.transactionId - b.transactionId),
    refunds: order.refunds
      .map((refund) => ({
        refundId: fromGid("Refund", refund.id),
        createdAt: platformInstant(refund.createdAt ?? order.updatedAt),
        amountMinor: readMoney(refund.totalRefundedSet.shopMoney),
      }))
      .sort((a, b) => a.refundId - b.refundId),
    disputes: disputes.toSorted((a, b) => a.disputeId - b.disputeId),
  };
}

/** An order with nothing to send, as one from a till, is fulfilled from the beginning and has no fulfillments. */
function fulfilledAt(order: OrderFactsFragment): Date | null {
  if (order.displayFulfillmentStatus !== "FULFILLED") return null;
  const sent = order.fulfillments.map(({ createdAt }) => platformInstant(createdAt).getTime());
  return sent.length === 0 ? platformInstant(order.processedAt) : new Date(Math.max(...sent));
}

/** What each code took off, by the code's name. */
function sumByCode(allocations: readonly AllocationFactsFragment[]) {
  const sums = new Map<string, number>();
  for (const { discountApplication: by, allocatedAmountSet } of allocations) {
    if (by.__typename !== "DiscountCodeApplication") continue;
    sums.set(by.code, (sums.get(by.code) ?? 0) + readMoney(allocatedAmountSet.shopMoney));
  }
  return [...sums]
    .map(([code, amountMinor]) => ({ code, amountMinor }))
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}

function readShopMoney(
  bag: { shopMoney: { amount: string; currencyCode: string } } | null,
): number {
  return bag ? readMoney(bag.shopMoney) : 0;
}

function readDate(text: string | null): Date | null {
  return text === null ? null : platformInstant(text);
}
