import type { AppliedOffer, BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { formatDate, type Interval, type IntervalUnit } from "#app/lib/zoned-time.ts";
import { nextToCome } from "../billing/cycles/next-to-come.ts";
import { isLeaving, leavingOf, plannedMinor } from "../churn/activation/leaving-discounts.ts";
import { type PricedOffer, priceAcceptedOffer } from "../churn/offers/priced-offer.ts";
import type { ShopContext } from "../context.ts";
import { nextChargeDate } from "../subscriptions/charges/next-charge-date.ts";
import { paidUntil } from "../subscriptions/charges/paid-until.ts";
import { deliveryIntervalOf } from "../subscriptions/delivery-columns.ts";
import { readLines, type SubscriptionLine } from "../subscriptions/subscription-lines.ts";
import type { SubscriptionStatus } from "../subscriptions/subscription-status.ts";

/** A contract as its owner sees it on the storefront. */
export interface OwnContract {
  contractId: number;
  kind: "membership" | "product";
  status: SubscriptionStatus;
  planName: string;
  priceMinor: number;
  currency: string;
  intervalName: IntervalUnit;
  intervalCount: number;
  /** How often a prepaid one is delivered; null where each charge brings its own delivery. */
  deliveryInterval: Interval | null;
  /** Never in the past. */
  nextBillingDate: Date | null;
  /** The date of a charge that is owed: it has passed without one, or the charge failed; else null. */
  chargeDueSince: Date | null;
  /**
   * What the next charge comes to with its discounts and its delivery, in minor units of `currency`. Null once
   * cancelled or withdrawn from, and while it is not known.
   */
  nextChargeMinor: number | null;
  /** Of the next charge. */
  deliveryMinor: number;
  /** The products that it delivers; what a membership buys is its plan. */
  lines: SubscriptionLine[];
  pausedUntil: Date | null;
  /** When it ends; of a live one, when it would if it were cancelled now. Null for at once, or already. */
  endsOn: Date | null;
  activeOffer: PricedOffer | null;
  /** By which a shopper names the cancellation; null while it is not cancelled. */
  reference: string | null;
}

/** The applied offers that a contract is shown with. */
export const isShownWith = { OR: [{ state: "active" }, isLeaving] };

/**
 * @param offers the subscription's, as {@link isShownWith} finds them.
 * @param unpaid its cycle whose charge has failed and is not paid.
 */
export function toOwnContract(
  context: Pick<ShopContext, "shop" | "clock">,
  row: Subscription,
  offers: readonly AppliedOffer[],
  unpaid: BillingCycle | null = null,
): OwnContract {
  const now = context.clock.now();
  const zone = context.shop.ianaTimezone;
  const situation = { shop: context.shop, now };
  const nextChargeAt = comingAfter(context, row, unpaid);
  const activeOffer = offers.find(({ state }) => state === "active");
  return {
    contractId: Number(row.platformContractId),
    kind: row.kind as OwnContract["kind"],
    status: row.status as SubscriptionStatus,
    planName: row.planName,
    priceMinor: Number(row.priceMinor),
    currency: row.currency,
    intervalName: row.intervalUnit as IntervalUnit,
    intervalCount: row.intervalCount,
    deliveryInterval: deliveryIntervalOf(row),
    ...datesOf(row, unpaid?.dueAt ?? null, now),
    nextChargeMinor: row.withdrawnAt
      ? null
      : plannedMinor(row, nextChargeDate(row), leavingOf(offers)),
    deliveryMinor: Number(row.deliveryMinor),
    lines: row.kind === "product" ? readLines(row) : [],
    pausedUntil: row.pausedUntil,
    endsOn: endOf(row, now, zone),
    activeOffer: activeOffer
      ? priceAcceptedOffer(activeOffer, row, { ...situation, nextChargeAt })
      : null,
    reference: referenceOf(row, zone),
  };
}

/** A paused contract is not charged on a date that has passed. One that failed is due, also on the day on which it was made. */
function datesOf(
  row: Subscription,
  owedSince: Date | null,
  now: Date,
): Pick<OwnContract, "nextBillingDate" | "chargeDueSince"> {
  const date = nextChargeDate(row);
  if (owedSince && row.status === "active" && date) {
    return { nextBillingDate: null, chargeDueSince: owedSince };
  }
  if (!date || date > now) return { nextBillingDate: date, chargeDueSince: null };
  return { nextBillingDate: null, chargeDueSince: row.status === "paused" ? null : date };
}

/** The next charge that is still to come: of what is owed, the one after it. */
function comingAfter(
  context: Pick<ShopContext, "shop" | "clock">,
  row: Subscription,
  unpaid: BillingCycle | null,
): Date | null {
  if (unpaid && row.status === "active") return nextToCome(context, unpaid, row);
  const date = nextChargeDate(row);
  return date && date > context.clock.now() ? date : null;
}

function referenceOf(row: Subscription, zone: string): string | null {
  if (row.status !== "cancelled" || !row.cancelledAt) return null;
  return `${row.platformContractId}-${formatDate(row.cancelledAt, zone).replaceAll("-", "")}`;
}

function endOf(row: Subscription, now: Date, zone: string): Date | null {
  if (row.status !== "cancelled") return paidUntil(row, now, zone);
  return row.endsAt && row.endsAt > now ? row.endsAt : null;
}

/** Reads the subscription's offers with it, and what is owed. */
export async function readOwnContract(
  context: ShopContext,
  row: Subscription,
): Promise<OwnContract> {
  const ofSubscription = { shopId: row.shopId, subscriptionId: row.id };
  const [offers, owed] = await Promise.all([
    context.db.prisma.appliedOffer.findMany({ where: { ...ofSubscription, ...isShownWith } }),
    context.db.prisma.billingCycle.findFirst({
      where: { ...ofSubscription, state: "past_due", closedAt: null },
      orderBy: { cycleIndex: "desc" },
    }),
  ]);
  return toOwnContract(context, row, offers, owed);
}
