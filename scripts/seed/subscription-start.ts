import { CARD_BRANDS } from "./catalogue.ts";
import type { SeedPlan } from "./plan-catalogue.ts";
import type { Choice, Random } from "./random.ts";
import type { StoreCalendar } from "./store-calendar.ts";
import type { SubscriptionStory } from "./stories.ts";

const DAY_MS = 86_400_000;
const FIRST_CONTRACT = 3_000_000_000;
/** How many were brought over from another app. */
const IMPORTED = 0.07;
/** A customer's first subscription is a membership more often than their later ones. */
const MEMBERSHIP = { first: 0.6, later: 0.25 };

export interface StartCause {
  /** Its place among the store's subscriptions. */
  index: number;
  isFirstOfCustomer: boolean;
  /** The first instant at which one may begin. */
  from: number;
}

/** A subscription as it begins. */
export function tellStart(
  random: Random,
  calendar: StoreCalendar,
  plans: Readonly<Record<SeedPlan["kind"], Choice<SeedPlan>>>,
  { index, isFirstOfCustomer, from }: StartCause,
): SubscriptionStory {
  const isMembership = random.chance(isFirstOfCustomer ? MEMBERSHIP.first : MEMBERSHIP.later);
  const plan = plans[isMembership ? "membership" : "product"].draw(random);
  const quantity = plan.kind === "product" && random.chance(0.2) ? 2 : 1;
  const startedAt = calendar.draw(random, from);
  const isImported = random.chance(IMPORTED) && !plan.trial;
  const trialEndsAt = plan.trial ? calendar.addDays(startedAt, plan.trial.days) : null;
  const expiryMonth = calendar.addMonths(calendar.dayOf(calendar.now), random.between(-1, 30), 1);
  return {
    ...{ id: 0, contractId: FIRST_CONTRACT + index, plan, interval: plan.interval, quantity },
    ...{ priceMinor: plan.priceMinor * quantity, startedAt },
    originalStartAt: isImported ? startedAt - random.between(40, 1500) * DAY_MS : null,
    ...{ status: "active", platformStatus: "active", nextBillingAt: null, paidUntil: null },
    ...{ endsAt: null, pausedAt: null, pausedUntil: null, cancelReason: null, cancelledAt: null },
    ...{ lastCharge: null, isCharging: false, paymentMethodChangedAt: null },
    paymentMethod: `gid://shopify/CustomerPaymentMethod/seeded-${index}`,
    card: {
      brand: CARD_BRANDS.draw(random),
      digits: String(random.between(0, 9999)).padStart(4, "0"),
      expiresAt: calendar.startOf(expiryMonth) - 1000,
    },
    ...{ trialEndsAt, trialState: plan.trial ? "running" : null, discountCyclesLeft: 0 },
    ...{ updatedAt: startedAt, cycles: [], attempts: [], flows: [], offers: [], orders: [] },
    activities: [],
  };
}
