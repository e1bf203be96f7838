import { monthlyWorthMinor } from "#app/domain/billing/monthly-worth.ts";
import { toMicrosecondIso } from "#app/domain/churn/offers/types/microsecond-iso.ts";
import { formatMinor } from "#app/lib/money.ts";
import { orderNumber } from "./order-names.ts";
import { percentOff } from "./percent-off.ts";
import { OFFER_PERCENT } from "./plan-catalogue.ts";
import { streamOf } from "./random.ts";
import { instant, rowSource } from "./row-source.ts";
import { timeText } from "./store-calendar.ts";
import type { SeedStore } from "./store-frame.ts";
import type {
  AppliedOfferStory,
  AttemptStory,
  CycleStory,
  FlowStory,
  Person,
  SubscriptionStory,
} from "./stories.ts";

interface Of<T> {
  subscription: SubscriptionStory;
  one: T;
}

/** Subscriptions with their charges, and what happened in the cancel flow. */
export function subscriptionSources(store: SeedStore) {
  const shop = () => store.shopId;
  const subscription = ({ subscription }: Of<unknown>) => subscription.id;
  const cycles = rowSource<Of<CycleStory>>("billing_cycles", "subscription_id, cycle_index", {
    shop_id: shop,
    subscription_id: subscription,
    cycle_index: ({ one }) => one.index,
    due_at: ({ one }) => instant(one.dueAt),
    expected_at: ({ one }) => instant(one.dueAt),
    next_due_at: ({ one }) => instant(one.nextDueAt),
    kept_day: ({ one }) => one.kept.dayOfMonth,
    kept_time: ({ one }) => timeText(one.kept.seconds),
    kept_zone: () => store.zone,
    state: ({ one }) => one.state,
    step: ({ one }) => one.step,
    step_at: ({ one }) => instant(one.stepAt),
    decline_class: ({ one }) => one.declineClass,
    reason: ({ one }) => one.reason,
    past_due_since: ({ one }) => instant(one.pastDueSince),
    closed_at: ({ one }) => instant(one.closedAt),
    created_at: ({ one }) => instant(one.closedAt ? Math.min(one.dueAt, one.closedAt) : one.dueAt),
    updated_at: ({ one }) => instant(one.closedAt ?? one.pastDueSince ?? one.dueAt),
  });
  const attempts = rowSource<Of<AttemptStory>>("billing_attempts", "id", {
    shop_id: shop,
    id: ({ one }) => one.id,
    subscription_id: subscription,
    cycle_index: ({ one }) => one.cycle.index,
    attempt_number: ({ one }) => one.number,
    idempotency_key: ({ one, subscription: { contractId } }) =>
      `${contractId}:${one.cycle.index}:${one.number}`,
    status: ({ one }) => statusOf(one),
    platform_attempt_id: ({ one, subscription: { contractId } }) =>
      contractId * 100_000 + one.cycle.index * 100 + one.number,
    amount_minor: ({ one }) => one.amountMinor,
    currency: () => store.currency,
    payment_method: ({ one }) => one.paymentMethod,
    error_code: ({ one }) => one.errorCode,
    error_message: ({ one }) => one.errorMessage,
    missing_items: ({ one }) => one.missingItems,
    platform_order_id: ({ one }) => one.order && orderNumber(one.order),
    created_at: ({ one }) => instant(one.at),
    completed_at: ({ one }) => instant(one.completedAt),
  });
  const flows = rowSource<Of<FlowStory>>("cancel_flows", "id", {
    shop_id: shop,
    id: ({ one }) => one.id,
    public_id: ({ one, subscription: { contractId, flows } }) =>
      publicId(store.seed, contractId * 100 + flows.indexOf(one)),
    subscription_id: subscription,
    reason_alias: ({ one }) => one.reason,
    note: ({ one }) => one.note,
    offer_id: ({ one }) => one.offer?.id ?? null,
    offer_shown_at: ({ one }) => (one.offer ? instant(one.startedAt + 8000) : null),
    outcome: ({ one }) => one.outcome,
    started_at: ({ one }) => instant(one.startedAt),
    finished_at: ({ one }) => instant(one.finishedAt),
  });
  return {
    subscriptions: subscriptionSource(store),
    cycles,
    attempts,
    flows,
    offers: offerSource(store),
  };
}

function subscriptionSource(store: SeedStore) {
  return rowSource<Of<Person>>("subscriptions", "id", {
    shop_id: () => store.shopId,
    id: ({ subscription }) => subscription.id,
    platform_contract_id: ({ subscription }) => subscription.contractId,
    customer_id: ({ one }) => one.id,
    plan_id: ({ subscription }) => subscription.plan.id,
    kind: ({ subscription }) => subscription.plan.kind,
    status: ({ subscription }) => subscription.status,
    platform_status: ({ subscription }) => subscription.platformStatus,
    plan_name: ({ subscription }) => subscription.plan.name,
    price_minor: ({ subscription }) => subscription.priceMinor,
    currency: () => store.currency,
    interval_unit: ({ subscription }) => subscription.interval.unit,
    interval_count: ({ subscription }) => subscription.interval.count,
    next_billing_at: ({ subscription }) => instant(subscription.nextBillingAt),
    kept_day: ({ subscription }) => keptOfNext(subscription)?.dayOfMonth ?? null,
    kept_time: ({ subscription }) => keptTimeOfNext(subscription),
    kept_zone: () => store.zone,
    paid_until: ({ subscription }) => instant(subscription.paidUntil),
    ends_at: ({ subscription }) => instant(subscription.endsAt),
    paused_at: ({ subscription }) => instant(subscription.pausedAt),
    paused_until: ({ subscription }) => instant(subscription.pausedUntil),
    billing_resumes_at: ({ subscription: { pausedUntil, nextBillingAt } }) =>
      instant(pausedUntil && nextBillingAt),
    cancel_reason: ({ subscription }) => subscription.cancelReason,
    cancelled_at: ({ subscription }) => instant(subscription.cancelledAt),
    lines: ({ subscription: { plan, quantity } }) => ({
      json: [{ title: plan.product, variantTitle: null, imageUrl: null, quantity }],
    }),
    next_charge_minor: ({ subscription }) =>
      subscription.status === "cancelled" ? null : nextCharge(subscription),
    last_charge_minor: ({ subscription }) => subscription.lastCharge?.amountMinor ?? null,
    last_charged_at: ({ subscription }) => instant(subscription.lastCharge?.at ?? null),
    charge_running: ({ subscription }) => subscription.isCharging,
    payment_method: ({ subscription }) => subscription.paymentMethod,
    payment_method_changed_at: ({ subscription }) => instant(subscription.paymentMethodChangedAt),
    monthly_worth_minor: ({ subscription }) => monthlyWorth(subscription, store.currency),
    import_state: ({ subscription }) => (subscription.originalStartAt === null ? null : "active"),
    original_start_at: ({ subscription }) => instant(subscription.originalStartAt),
    card_brand: ({ subscription }) => subscription.card.brand,
    card_last_digits: ({ subscription }) => subscription.card.digits,
    card_expires_at: ({ subscription }) => instant(subscription.card.expiresAt),
    trial_ends_at: ({ subscription }) => instant(subscription.trialEndsAt),
    trial_state: ({ subscription }) => subscription.trialState,
    platform_created_at: ({ subscription }) => instant(subscription.startedAt),
    platform_updated_at: ({ subscription }) => instant(subscription.updatedAt),
    created_at: ({ subscription }) => instant(subscription.startedAt),
    updated_at: ({ subscription }) => instant(subscription.updatedAt),
  });
}

function offerSource(store: SeedStore) {
  return rowSource<Of<AppliedOfferStory>>("applied_offers", "id", {
    shop_id: () => store.shopId,
    id: ({ one }) => one.id,
    subscription_id: ({ subscription }) => subscription.id,
    offer_id: ({ one }) => one.offer.id,
    state: ({ one }) => one.state,
    offer_snapshot: ({ one: { offer } }) => ({
      json: {
        ...{ id: String(offer.id), name: offer.name },
        ...{ description: offer.description, rules: offer.rules },
      },
    }),
    reward: ({ one, subscription }) =>
      one.state === "refused" ? null : { json: rewardOf(one, discountGid(subscription), store) },
    source: () => "storefront",
    reason_alias: ({ one }) => one.reason,
    discount_gid: ({ one, subscription }) =>
      one.offer.type === "discount_price" && one.state !== "refused"
        ? discountGid(subscription)
        : null,
    credit_grant_id: ({ one }) => one.grant?.id ?? null,
    taken_back_minor: ({ one }) => one.takenBackMinor,
    previous_interval_unit: ({ one }) => one.previousInterval?.unit ?? null,
    previous_interval_count: ({ one }) => one.previousInterval?.count ?? null,
    price_minor: ({ one }) => one.priceMinor,
    price_with_offer_minor: ({ one }) => one.priceWithOfferMinor,
    currency: () => store.currency,
    refusal: ({ one }) => (one.state === "refused" ? "The contract can't be changed now" : null),
    requested_at: ({ one }) => instant(one.requestedAt),
    accepted_at: ({ one }) => (one.state === "refused" ? null : instant(one.requestedAt)),
    cancelled_at: ({ one }) => instant(one.cancelledAt),
    grace_ends_at: ({ one }) => instant(one.cancelledAt && one.cancelledAt + DAY_MS),
    withdrawn_at: ({ one }) => {
      const at = one.cancelledAt && one.cancelledAt + DAY_MS;
      return at && at <= store.calendar.now ? new Date(at) : null;
    },
  });
}

const DAY_MS = 86_400_000;

function statusOf({ completedAt, errorCode }: AttemptStory): string {
  if (completedAt === null) return "pending";
  return errorCode === null ? "success" : "failed";
}

function nextCharge({ priceMinor, discountCyclesLeft }: SubscriptionStory): number {
  return discountCyclesLeft > 0 ? percentOff(priceMinor, OFFER_PERCENT) : priceMinor;
}

/** As the product works it out from a contract. */
function monthlyWorth(subscription: SubscriptionStory, currency: string): number {
  const { status, nextBillingAt, interval, priceMinor, discountCyclesLeft } = subscription;
  return monthlyWorthMinor({
    ...{ status, interval, currency, nextBillingAt: instant(nextBillingAt) },
    lines: [{ priceMinor, quantity: 1 }],
    discounts: discountCyclesLeft > 0 ? [discountOf(discountCyclesLeft)] : [],
  });
}

function discountOf(cyclesLeft: number) {
  return {
    ...({ targetType: "LINE_ITEM", appliesOnEachItem: false, recurringCycleLimit: 3 } as const),
    usageCount: 3 - cyclesLeft,
    value: { kind: "percentage", percentage: OFFER_PERCENT } as const,
  };
}

function discountGid({ contractId }: SubscriptionStory): string {
  return `gid://shopify/SubscriptionManualDiscount/seeded-${contractId}`;
}

/** What the offer gave, in the form of its type. */
function rewardOf(applied: AppliedOfferStory, gid: string, store: SeedStore) {
  const { offer, cancelledAt, grant } = applied;
  switch (offer.type) {
    case "discount_price":
      return {
        ...{ gid, title: offer.name, target_type: "LINE_ITEM" },
        ...{ recurring_cycle_limit: 3, usage_count: applied.usageCount },
        ...{ applies_on_each_item: false, discount_type: "percentage", value: OFFER_PERCENT },
        deleted_at: cancelledAt && toMicrosecondIso(new Date(cancelledAt)),
      };
    case "change_frequency":
      return {
        ...{ interval_count: 2, interval_name: "MONTH" },
        next_billing_date: toMicrosecondIso(new Date(applied.nextBillingAt)),
      };
    default:
      return {
        credit_amount: formatMinor(grant?.amountMinor ?? 0, store.currency),
        currency: store.currency,
        store_credit_balance: formatMinor(applied.balanceMinor, store.currency),
        expires_at: grant?.expiresAt ? toMicrosecondIso(new Date(grant.expiresAt)) : null,
      };
  }
}

/** Looks like a random UUID, and is the same for the same store. */
function publicId(seed: number, place: number): string {
  const random = streamOf(seed, "flow", place);
  const hex = (count: number) =>
    Array.from({ length: count }, () => random.between(0, 15).toString(16)).join("");
  const variant = random.between(8, 11).toString(16);
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
}

/** Null where no charge has led to the next date: then it is the one with which the contract began. */
function keptOfNext({ cycles, nextBillingAt }: SubscriptionStory): CycleStory["kept"] | null {
  const latest = cycles.at(-1);
  return latest?.nextDueAt === nextBillingAt ? latest.kept : null;
}

function keptTimeOfNext(subscription: SubscriptionStory): string | null {
  const kept = keptOfNext(subscription);
  return kept && timeText(kept.seconds);
}
