import type { Customer, Order } from "#app/generated/prisma/client.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import { receivedMinor, wasPaid } from "./paid-order.ts";

/** The attribute of a cart that says which of the merchant's brands sold it. */
const BRAND = "brand";
/** The attribute of a cart that carries the code of a referral link. */
const REFERRAL_CODE = "referral_code";
/** Longer than any code. */
const MOST_OF_CODE = 50;

/**
 * An order as our row keeps it. What the platform hides is kept as it was known; of a customer whose data was
 * erased nothing personal is kept.
 */
export function orderFields(
  order: PlatformOrderFacts,
  customer: Customer | null,
  before: Order | null,
) {
  return {
    ...personalFields(order, customer, before),
    name: order.name,
    customerId: customer?.id ?? null,
    countryCode: order.countryCode,
    province: order.province,
    processedAt: order.processedAt,
    cancelledAt: order.cancelledAt,
    fulfilledAt: fulfilledAt(order, before),
    isTest: order.isTest,
    isRenewal: isRenewal(order),
    financialStatus: order.financialStatus,
    currency: order.currency,
    totalMinor: BigInt(order.totalMinor),
    subtotalMinor: BigInt(order.subtotalMinor),
    taxMinor: BigInt(order.taxMinor),
    discountMinor: BigInt(order.discountMinor),
    deliveryMinor: BigInt(order.deliveryMinor),
    taxesIncluded: order.taxesIncluded,
    besideMinor: BigInt(order.besideMinor),
    paidInFull: wasPaidInFull(order, before),
    presentmentCurrency: order.presentment.currency,
    presentmentTotalMinor: BigInt(order.presentment.totalMinor),
    gateways: order.gateways,
    channel: order.channel,
    brand: order.attributes.find(({ key }) => key === BRAND)?.value || null,
    referralCode: referralCodeOf(order),
    discountCodes: order.discountCodes,
    lines: order.lines.map((line) => ({ ...line })),
    transactions: order.transactions.map(({ processedAt, ...one }) => ({
      ...one,
      processedAt: processedAt?.toISOString() ?? null,
    })),
    platformCreatedAt: order.createdAt,
    platformUpdatedAt: order.updatedAt,
  };
}

/** Once and for all: an item that is added makes the platform call a paid order partially paid. */
function wasPaidInFull(order: PlatformOrderFacts, before: Order | null): boolean {
  const { financialStatus, totalMinor, transactions } = order;
  if (before && (before.paidInFull || wasPaid(before))) return true;
  if (wasPaid({ financialStatus, paidInFull: false })) return true;
  return totalMinor > 0 && receivedMinor(transactions) >= totalMinor;
}

/** An order that was sent stays so while its parcel does, whatever is added to it, and sent, later. */
function fulfilledAt(order: PlatformOrderFacts, before: Order | null): Date | null {
  const known = before?.fulfilledAt?.getTime();
  // An order of which nothing had to be sent is dated by its sale.
  const stands = [...order.sentAt, order.processedAt].some((at) => at.getTime() === known);
  return stands && before ? before.fulfilledAt : order.fulfilledAt;
}

/** Whether an order belongs to a subscription that another one began. */
function isRenewal({ lines }: Pick<PlatformOrderFacts, "lines">): boolean {
  return lines.some(({ contractId, beganContract }) => contractId !== null && !beganContract);
}

function personalFields(
  order: PlatformOrderFacts,
  customer: Customer | null,
  before: Order | null,
): Pick<Order, "email" | "customerName"> {
  if (customer?.redactedAt || before?.redactedAt) return { email: null, customerName: null };
  const { email, customerName, isPartial } = order;
  if (!isPartial) return { email, customerName };
  return {
    email: email ?? before?.email ?? null,
    customerName: customerName ?? before?.customerName ?? null,
  };
}

/** Shoppers can write what they like into a cart. */
function referralCodeOf({ attributes }: Pick<PlatformOrderFacts, "attributes">): string | null {
  const code = attributes.find(({ key }) => key === REFERRAL_CODE)?.value?.trim();
  return code && code.length <= MOST_OF_CODE ? code : null;
}
