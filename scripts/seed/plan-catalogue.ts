import type { OfferType } from "#app/domain/churn/offers/types/offer-types.ts";
import type { ReasonAlias } from "#app/domain/subscriptions/cancellation-reasons.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import { Choice } from "./random.ts";

/** A plan as it is made; its ids are known once it is a row. */
interface PlanDraft {
  name: string;
  interval: Interval;
  priceMinor: number;
  creditMinor: number | null;
  creditMonths: number | null;
  forfeitsCredit: boolean;
  trial: { days: number; feeMinor: number } | null;
  /** How often it is chosen among those of its kind. */
  weight: number;
}

interface GroupDraft {
  name: string;
  kind: "membership" | "product";
  product: string;
  plans: readonly PlanDraft[];
}

const plan = (
  name: string,
  count: number,
  unit: Interval["unit"],
  priceMinor: number,
  weight: number,
  more: Partial<PlanDraft> = {},
): PlanDraft => ({
  ...{ name, interval: { unit, count }, priceMinor, weight },
  ...{ creditMinor: null, creditMonths: null, forfeitsCredit: false, trial: null },
  ...more,
});

const credit = (creditMinor: number, creditMonths: number | null, forfeitsCredit = false) => ({
  ...{ creditMinor, creditMonths, forfeitsCredit },
});

/** Memberships with and without trials, free and paid; deliveries in every rhythm. */
export const PLAN_GROUPS: readonly GroupDraft[] = [
  {
    name: "VIP club",
    kind: "membership",
    product: "VIP membership",
    plans: [
      plan("VIP monthly", 1, "month", 1490, 40, credit(1000, 6)),
      plan("VIP yearly", 1, "year", 11900, 10, credit(12000, 12)),
      plan("VIP monthly with a free trial", 1, "month", 1490, 14, {
        ...credit(1000, 6),
        trial: { days: 14, feeMinor: 0 },
      }),
    ],
  },
  {
    name: "Insiders",
    kind: "membership",
    product: "Insider membership",
    plans: [
      plan("Insider monthly with a trial", 1, "month", 990, 22, {
        ...credit(500, 3, true),
        trial: { days: 30, feeMinor: 100 },
      }),
      plan("Insider quarterly", 3, "month", 2790, 14, credit(1500, null, true)),
    ],
  },
  {
    name: "Coffee at home",
    kind: "product",
    product: "Coffee at home",
    plans: [
      plan("Every 2 weeks", 2, "week", 2190, 18),
      plan("Every month", 1, "month", 2290, 44),
      plan("Every 2 months", 2, "month", 2390, 14),
    ],
  },
  {
    name: "Tea of the season",
    kind: "product",
    product: "Tea of the season",
    plans: [
      plan("Tea every month", 1, "month", 1690, 16),
      plan("Tea every quarter", 3, "month", 4290, 8),
    ],
  },
];

/** A plan of the store. */
export interface SeedPlan extends PlanDraft {
  id: number;
  platformPlanId: number;
  kind: "membership" | "product";
  groupName: string;
  product: string;
  productId: number;
}

/** An offer of the store's cancel flow. */
export interface SeedOffer {
  id: number;
  name: string;
  description: string;
  type: OfferType;
  rules: Record<string, unknown>;
}

/** What shoppers say when they leave, as often as they say it. */
export const REASONS = new Choice<ReasonAlias>([
  ["too_expensive", 30],
  ["not_using_enough", 21],
  ["enough_items", 14],
  ["not_need_subscription", 10],
  ["order_issues", 7],
  ["not_found_products", 6],
  ["use_another_service", 5],
  ["technical_issues", 3],
  ["other", 4],
]);

/** The offer that a reason is answered with: so the reasons of a new store are set up. */
export const OFFER_OF_REASON: Partial<Record<ReasonAlias, OfferType>> = {
  too_expensive: "discount_price",
  enough_items: "change_frequency",
  not_using_enough: "change_frequency",
  order_issues: "add_store_credits",
};

/** What the store's offer of a lower price takes off. */
export const OFFER_PERCENT = 20;
