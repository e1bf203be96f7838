import { describe, expect, test } from "vitest";
import type { OfferSnapshot } from "#app/domain/churn/offers/churn-offer.ts";
import { priceOffer } from "#app/domain/churn/offers/priced-offer.ts";
import type { PricedSubscription } from "#app/domain/churn/offers/priced-subscription.ts";
import {
  type OfferRules,
  offerRulesSchema,
  offerTypeOf,
} from "#app/domain/churn/offers/types/offer-types.ts";
import { toOfferRecord } from "#app/routes/churn/offer-records.ts";

const monthly: PricedSubscription = {
  status: "active",
  priceMinor: 1500,
  lines: [{ quantity: 1, priceMinor: 1500 }],
  currency: "EUR",
  storeCurrency: "EUR",
  isDiscounted: false,
  interval: { unit: "month", count: 1 },
  hasBegun: true,
  isPrepaid: false,
  keeps: { dayOfMonth: 4, time: "09:00:00" },
  chargeableFrom: null,
  fixedDay: new Date("2026-12-04T08:00:00Z"),
  anchors: [],
  trialEndsAt: null,
  nextBillingAt: new Date("2026-12-04T08:00:00Z"),
  renewal: {
    dueAt: new Date("2026-12-04T08:00:00Z"),
    interval: { unit: "month", count: 1 },
    keeps: { dayOfMonth: 4, time: "09:00:00" },
    zone: "Europe/Berlin",
  },
};

const discount = (value: number, type: "percentage" | "fixed_amount" = "percentage") => ({
  type: "discount_price" as const,
  discount_type: type,
  discount_value: value,
  cycles: 3,
});

const offer = (rules: OfferRules): OfferSnapshot => ({
  id: "1",
  name: "Offer",
  description: "",
  rules,
});

/** What the offer comes to on the monthly subscription. */
const priced = (rules: OfferRules, subscription = monthly) =>
  priceOffer(offer(rules), {
    subscription,
    shop: { currency: "EUR", ianaTimezone: "Europe/Berlin" },
    now: new Date("2026-11-21T10:00:00Z"),
    last: null,
  });

const priceWithOffer = (rules: OfferRules) => offerTypeOf(rules).price(rules, monthly);

describe("offer rules", () => {
  test.each([0, -1, 101, 12.5])(
    "a percentage of %d is refused: the platform could not take it",
    (value) => {
      expect(offerRulesSchema.safeParse(discount(value)).success).toBe(false);
    },
  );

  test.each(["0", "0.00", "-1", "1.005", "1e2", "abc", "1000000"])(
    "%j is no amount of credit to offer",
    (credit_amount) => {
      const rules = { type: "add_store_credits", credit_amount, expires_in_days: null };
      expect(offerRulesSchema.safeParse(rules).success).toBe(false);
    },
  );

  test("an interval is a whole number of days, weeks, months or years", () => {
    const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" };
    expect(offerRulesSchema.safeParse(rules).success).toBe(true);
    expect(offerRulesSchema.safeParse({ ...rules, interval_count: 0 }).success).toBe(false);
    expect(offerRulesSchema.safeParse({ ...rules, interval_count: 1.5 }).success).toBe(false);
    expect(offerRulesSchema.safeParse({ ...rules, interval_name: "MONTH" }).success).toBe(false);
  });

  test("the contract shows the keys of the offer's own type and no others", () => {
    expect(toOfferRecord(offer(discount(20))).rules).toEqual({
      discount_type: "percentage",
      discount_value: 20,
    });
    expect(
      toOfferRecord(
        offer({ type: "add_store_credits", credit_amount: "10.00", expires_in_days: 90 }),
      ).rules,
    ).toEqual({ credit_amount: "10.00" });
  });
});

describe("what an offer does to a subscription", () => {
  test("a percentage and a fixed amount lower the price, never below zero", () => {
    expect(priceWithOffer(discount(20))).toBe(1200);
    expect(priceWithOffer(discount(5, "fixed_amount"))).toBe(1000);
    expect(priceWithOffer(discount(50, "fixed_amount"))).toBe(0);
  });

  test("the full price comes back after as many renewals as the offer lasts", () => {
    const fullPriceFrom = new Date("2027-03-04T08:00:00Z");
    expect(priced(discount(20))).toMatchObject({ discount: { fullPriceFrom } });
    const lasting = { ...discount(20), cycles: null };
    expect(priced(lasting)).toMatchObject({ discount: { fullPriceFrom: null } });
  });

  test("a longer rhythm keeps the start of the present cycle", () => {
    const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
    const nextBillingDate = new Date("2027-01-04T08:00:00Z");
    expect(priced(rules)).toMatchObject({ frequency: { nextBillingDate } });
  });

  test("another rhythm leaves a trial its end, and counts from there", () => {
    const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
    const onTrial = { ...monthly, trialEndsAt: monthly.nextBillingAt };
    expect(priced(rules, onTrial)).toMatchObject({
      frequency: { nextBillingDate: monthly.nextBillingAt },
    });
  });

  test("a shorter rhythm never moves the next charge into the past", () => {
    const rules = { type: "change_frequency", interval_count: 1, interval_name: "week" } as const;
    expect(priced(rules)).toMatchObject({ frequency: { nextBillingDate: null } });
  });
});
