import { platformInstant } from "#app/lib/instants.ts";
import type { PlatformOrderFacts } from "../../platform-order.ts";
import { readMoney } from "../admin-money.ts";
import type {
  AllocationFactsFragment,
  FulfillmentStatus,
  OrderFactsFragment,
  SoldLineFactsFragment,
} from "../admin-operations.generated.ts";
import { fromGid, fromOptionalGid } from "../gid.ts";
import {
  readShopMoney,
  sumOfTaxes,
  translateRefund,
  translateSoldLine,
  type WholeRefund,
  withoutTip,
} from "./translate-order-parts.ts";

type Dispute = PlatformOrderFacts["disputes"][number];

/** A parcel in another state is on its way, or was. */
const NEVER_SENT: ReadonlySet<FulfillmentStatus> = new Set(["CANCELLED", "ERROR", "FAILURE"]);

/** What is read of an order beside itself. */
export interface OrderParts {
  lines: readonly SoldLineFactsFragment[];
  refunds: readonly WholeRefund[];
  disputes: readonly Dispute[];
}

/** An order as the domain knows it. The lists are sorted, so that the same facts are always the same. */
export function translateOrderFacts(
  order: OrderFactsFragment,
  { lines, refunds, disputes }: OrderParts,
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
    sentAt: sentAt(order),
    isTest: order.test,
    financialStatus: (order.displayFinancialStatus ?? "PENDING").toLowerCase(),
    currency: shopMoney.currencyCode,
    totalMinor: readMoney(shopMoney),
    subtotalMinor: readShopMoney(order.subtotalPriceSet),
    taxMinor: readShopMoney(order.totalTaxSet),
    discountMinor: readShopMoney(order.totalDiscountsSet),
    deliveryMinor: readShopMoney(order.shippingLine?.discountedPriceSet),
    taxesIncluded: order.taxesIncluded,
    besideMinor: besideMinor(order),
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
    lines: withoutTip(lines, readShopMoney(order.totalTipReceivedSet)).map((line) => ({
      ...translateSoldLine(line),
      title: line.title,
      productId: fromOptionalGid("Product", line.product?.id),
      variantId: fromOptionalGid("ProductVariant", line.variant?.id),
      sellingPlanId: fromOptionalGid("SellingPlan", line.sellingPlan?.sellingPlanId),
      sellingPlanName: line.sellingPlan?.name ?? null,
      contractId: fromOptionalGid("SubscriptionContract", line.contract?.id),
      beganContract: line.contract?.originOrder?.id === order.id,
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
    refunds: refunds
      .map((refund) => translateRefund(refund, order))
      .sort((a, b) => a.refundId - b.refundId),
    disputes: disputes.toSorted((a, b) => a.disputeId - b.disputeId),
  };
}

/** An order with nothing to send, as one from a till, is fulfilled from the beginning and has no fulfillments. */
function fulfilledAt(order: OrderFactsFragment): Date | null {
  if (order.displayFulfillmentStatus !== "FULFILLED") return null;
  return sentAt(order).at(-1) ?? platformInstant(order.processedAt);
}

function sentAt({ fulfillments }: OrderFactsFragment): Date[] {
  return fulfillments
    .filter(({ status }) => !NEVER_SENT.has(status))
    .map(({ createdAt }) => platformInstant(createdAt))
    .sort((one, other) => one.getTime() - other.getTime());
}

/** Where prices do not hold the tax, that of the delivery comes on top of it. */
function besideMinor(order: OrderFactsFragment): number {
  const { shippingLine, taxesIncluded } = order;
  const taxOnTop = shippingLine && !taxesIncluded ? sumOfTaxes(shippingLine.taxLines) : 0;
  return (
    readShopMoney(shippingLine?.discountedPriceSet) +
    taxOnTop +
    readShopMoney(order.totalTipReceivedSet) +
    readShopMoney(order.originalTotalDutiesSet) +
    readShopMoney(order.originalTotalAdditionalFeesSet)
  );
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

function readDate(text: string | null): Date | null {
  return text === null ? null : platformInstant(text);
}
