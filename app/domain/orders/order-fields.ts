import type { Customer, Order } from "#app/generated/prisma/client.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";

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
    fulfilledAt: order.fulfilledAt,
    isTest: order.isTest,
    isRenewal: isRenewal(order),
    financialStatus: order.financialStatus,
    currency: order.currency,
    totalMinor: BigInt(order.totalMinor),
    subtotalMinor: BigInt(order.subtotalMinor),
    taxMinor: BigInt(order.taxMinor),
    discountMinor: BigInt(order.discountMinor),
    deliveryMinor: BigInt(order.deliveryMinor),
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

/** Whether an order belongs to a subscription that another one began. */
function isRenewal({ lines }: Pick<PlatformOrderFacts, "lines">): boolean {
  return lines.some(({ contractId, beganContract }) => contractId !== null && !beganContract);
}

function personalFields(
  order: PlatformOrderFacts,
  customer: Customer | null,
  before: Order | null,
): Pick<Order, "email" | "customerName"> {
  if (customer?.redactedAt) return { email: null, customerName: null };
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
