import { describe, expect, test } from "vitest";
import { type CostedOffer, costOf } from "#app/domain/churn/reports/applied-offer-cost.ts";

const discount = (usage: number, limit: number | null): CostedOffer => ({
  state: "active",
  rules: { type: "discount_price", discount_type: "percentage", discount_value: 20, cycles: limit },
  reward: {
    gid: "gid://platform/SubscriptionManualDiscount/1",
    title: "20% off",
    target_type: "LINE_ITEM",
    recurring_cycle_limit: limit,
    usage_count: usage,
    applies_on_each_item: false,
    discount_type: "percentage",
    value: 20,
    deleted_at: null,
  },
  priceMinor: 1500,
  priceWithOfferMinor: 1200,
  grant: null,
  takenBackMinor: 0,
});

const credit: CostedOffer = {
  state: "active",
  rules: { type: "add_store_credits", credit_amount: "10.00", expires_in_days: null },
  reward: {
    credit_amount: "10.00",
    currency: "EUR",
    store_credit_balance: "10.00",
    expires_at: null,
  },
  priceMinor: 1500,
  priceWithOfferMinor: 1500,
  grant: { amountMinor: 1000, remainingMinor: 1000 },
  takenBackMinor: 0,
};

describe("what an accepted offer has cost", () => {
  test("a discount costs the difference of the prices for each renewal charged with it", () => {
    expect(costOf(discount(2, 3))).toEqual({ costMinor: 600, cyclesLeft: 1 });
    expect(costOf(discount(0, 3))).toEqual({ costMinor: 0, cyclesLeft: 3 });
  });

  test("a discount without an end has no number of renewals left", () => {
    expect(costOf(discount(5, null))).toEqual({ costMinor: 1500, cyclesLeft: "all" });
  });

  test("a cancelled discount keeps its cost and lowers no renewal any more", () => {
    expect(costOf({ ...discount(1, 3), state: "cancelled" })).toEqual({
      costMinor: 300,
      cyclesLeft: 0,
    });
  });

  test("granted credit costs its whole amount, spent or not", () => {
    expect(costOf(credit).costMinor).toBe(1000);
  });

  test("credit that was taken back costs only what had been spent", () => {
    const withdrawn: CostedOffer = {
      ...credit,
      state: "cancelled",
      grant: { amountMinor: 1000, remainingMinor: 0 },
      takenBackMinor: 700,
    };
    expect(costOf(withdrawn).costMinor).toBe(300);
  });

  test("a change of frequency, and an offer that never came about, have no cost", () => {
    const frequency: CostedOffer = {
      ...credit,
      rules: { type: "change_frequency", interval_count: 2, interval_name: "month" },
      reward: { interval_count: 2, interval_name: "MONTH", next_billing_date: null },
      grant: null,
    };
    expect(costOf(frequency)).toEqual({ costMinor: null, cyclesLeft: null });
    expect(costOf({ ...discount(0, 3), state: "refused", reward: null }).costMinor).toBeNull();
    expect(costOf({ ...discount(0, 3), state: "pending", reward: null }).costMinor).toBeNull();
  });
});
