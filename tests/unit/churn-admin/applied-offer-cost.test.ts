import { describe, expect, test } from "vitest";
import { addStoreCredits } from "#app/domain/churn/offers/types/add-store-credits.ts";
import { changeFrequency } from "#app/domain/churn/offers/types/change-frequency.ts";
import { discountPrice } from "#app/domain/churn/offers/types/discount-price.ts";
import type { CostedOffer } from "#app/domain/churn/offers/types/offer-type-module.ts";
import type { OfferRewardOf } from "#app/domain/churn/offers/types/offer-types.ts";

const discount = (
  usage: number,
  limit: number | null,
): CostedOffer<OfferRewardOf<"discount_price">> => ({
  state: "active",
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

const credit: CostedOffer<OfferRewardOf<"add_store_credits">> = {
  state: "active",
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
    expect(discountPrice.cost(discount(2, 3))).toMatchObject({ costMinor: 600, cyclesLeft: 1 });
    expect(discountPrice.cost(discount(0, 3))).toMatchObject({ costMinor: 0, cyclesLeft: 3 });
  });

  test("a discount without an end has no number of renewals left", () => {
    expect(discountPrice.cost(discount(5, null))).toMatchObject({
      costMinor: 1500,
      cyclesLeft: "all",
    });
  });

  test("a cancelled discount keeps its cost and lowers no renewal any more", () => {
    expect(discountPrice.cost({ ...discount(1, 3), state: "cancelled" })).toEqual({
      costMinor: 300,
      isEstimate: true,
      cyclesLeft: 0,
    });
  });

  test("of a discount is an estimate once it was used: price and quantity may change, those of its acceptance are known", () => {
    const costs = [discount(0, 3), discount(2, 3), discount(5, null)].map(discountPrice.cost);
    expect(costs.map(({ isEstimate }) => isEstimate)).toEqual([false, true, true]);
  });

  test("granted credit costs its whole amount, spent or not", () => {
    expect(addStoreCredits.cost(credit)).toMatchObject({ costMinor: 1000, isEstimate: false });
  });

  test("credit that was taken back costs only what had been spent", () => {
    const withdrawn: typeof credit = {
      ...credit,
      state: "cancelled",
      grant: { amountMinor: 1000, remainingMinor: 0 },
      takenBackMinor: 700,
    };
    expect(addStoreCredits.cost(withdrawn).costMinor).toBe(300);
  });

  test("a change of frequency has no cost", () => {
    const frequency: CostedOffer<OfferRewardOf<"change_frequency">> = {
      ...credit,
      reward: { interval_count: 2, interval_name: "MONTH", next_billing_date: null },
      grant: null,
    };
    expect(changeFrequency.cost(frequency)).toEqual({
      costMinor: null,
      isEstimate: false,
      cyclesLeft: null,
    });
  });
});
