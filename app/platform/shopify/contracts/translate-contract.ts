import { anchorOf } from "#app/lib/anchor.ts";
import { platformInstant } from "#app/lib/instants.ts";
import type {
  DiscountValue,
  IntervalUnit,
  PlatformContract,
  PlatformContractDiscount,
  PlatformContractLine,
  PlatformContractStatus,
} from "../../platform-contract.ts";
import { readMoney } from "../admin-money.ts";
import type {
  ContractDiscountFactsFragment,
  ContractFactsFragment,
  ContractLineFactsFragment,
  SellingPlanInterval,
  SubscriptionContractSubscriptionStatus,
} from "../admin-operations.generated.ts";
import { fromGid, fromOptionalGid } from "../gid.ts";
import { readContractKey } from "./contract-mark.ts";
import { readCard } from "./read-card.ts";

const statuses: Record<SubscriptionContractSubscriptionStatus, PlatformContractStatus> = {
  ACTIVE: "active",
  PAUSED: "paused",
  CANCELLED: "cancelled",
  EXPIRED: "expired",
  FAILED: "failed",
};

const units: Record<SellingPlanInterval, IntervalUnit> = {
  DAY: "day",
  WEEK: "week",
  MONTH: "month",
  YEAR: "year",
};

const intervals: Record<IntervalUnit, SellingPlanInterval> = {
  day: "DAY",
  week: "WEEK",
  month: "MONTH",
  year: "YEAR",
};

/** What the platform calls the variant of a product that has only one. */
export const ONLY_VARIANT = "Default Title";

/** A contract in the product's words. `lines` and `discounts` are all of them, however many pages they took. */
export function translateContract(
  facts: ContractFactsFragment,
  lines: ContractLineFactsFragment[],
  discounts: ContractDiscountFactsFragment[],
): PlatformContract {
  const translated = lines.map(translateLine);
  return {
    contractId: fromGid("SubscriptionContract", facts.id),
    customerId: fromOptionalGid("Customer", facts.customer?.id),
    status: statuses[facts.status],
    currency: facts.currencyCode,
    revisionId: facts.revisionId,
    nextBillingAt: facts.nextBillingDate === null ? null : platformInstant(facts.nextBillingDate),
    interval: readInterval(facts.billingPolicy),
    deliveryInterval: readInterval(facts.deliveryPolicy),
    billingAnchors: facts.billingPolicy.anchors.map(anchorOf),
    priceMinor: translated.reduce((sum, line) => sum + line.priceMinor * line.quantity, 0),
    deliveryMinor: readMoney(facts.deliveryPrice),
    lines: translated,
    discounts: discounts.map(translateDiscount),
    lastCharge: readLastCharge(facts),
    chargeRunning: isChargeRunning(facts),
    paymentMethod: facts.customerPaymentMethod?.id ?? null,
    card: readCard(facts.customerPaymentMethod?.instrument ?? null),
    originOrderId: fromOptionalGid("Order", facts.originOrder?.id),
    creationKey: readContractKey(facts.customAttributes),
    createdAt: platformInstant(facts.createdAt),
    updatedAt: platformInstant(facts.updatedAt),
  };
}

export function readInterval(policy: { interval: SellingPlanInterval; intervalCount: number }): {
  unit: IntervalUnit;
  count: number;
} {
  return { unit: units[policy.interval], count: policy.intervalCount };
}

export function writeIntervalUnit(unit: IntervalUnit): SellingPlanInterval {
  return intervals[unit];
}

/** The order with which the contract began is one of its charges, and not among its `orders`. */
function readLastCharge(facts: ContractFactsFragment): PlatformContract["lastCharge"] {
  const charges = [...facts.orders.nodes, facts.originOrder]
    .filter((order) => order !== null)
    .map((order) => {
      const paid = order.totalPriceSet.presentmentMoney;
      const at = platformInstant(order.processedAt);
      return { amountMinor: readMoney(paid), currency: paid.currencyCode, at };
    });
  return charges.reduce<PlatformContract["lastCharge"]>(
    (latest, charge) => (latest === null || charge.at > latest.at ? charge : latest),
    null,
  );
}

/** Also while the customer's bank waits for the customer's word. */
function isChargeRunning(facts: ContractFactsFragment): boolean {
  const state = facts.billingAttempts.nodes[0]?.state.__typename;
  return (
    state === "SubscriptionBillingAttemptPendingState" ||
    state === "SubscriptionBillingAttemptActionRequiredState"
  );
}

function translateLine(line: ContractLineFactsFragment): PlatformContractLine {
  return {
    lineGid: line.id,
    title: line.title,
    variantTitle: line.variantTitle === ONLY_VARIANT ? null : line.variantTitle,
    imageUrl: line.variantImage?.url ?? null,
    quantity: line.quantity,
    priceMinor: readMoney(line.currentPrice),
    discountedMinor: readMoney(line.lineDiscountedPrice),
    sellingPlanId: fromOptionalGid("SellingPlan", line.sellingPlanId),
    sellingPlanName: line.sellingPlanName,
    priceSteps: (line.pricingPolicy?.cycleDiscounts ?? []).map(({ afterCycle, computedPrice }) => ({
      afterCycle,
      priceMinor: readMoney(computedPrice),
    })),
  };
}

function translateDiscount(discount: ContractDiscountFactsFragment): PlatformContractDiscount {
  return {
    gid: discount.id,
    title: discount.title ?? "",
    targetType: discount.targetType,
    recurringCycleLimit: discount.recurringCycleLimit,
    usageCount: discount.usageCount,
    appliesOnEachItem:
      discount.value.__typename === "SubscriptionDiscountFixedAmountValue" &&
      discount.value.appliesOnEachItem,
    value: readDiscountValue(discount.value),
  };
}

function readDiscountValue(value: ContractDiscountFactsFragment["value"]): DiscountValue {
  if (value.__typename === "SubscriptionDiscountPercentageValue") {
    return { kind: "percentage", percentage: value.percentage };
  }
  return {
    kind: "fixed_amount",
    amountMinor: readMoney(value.amount),
    currency: value.amount.currencyCode,
  };
}
