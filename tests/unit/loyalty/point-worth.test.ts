import { describe, expect, test } from "vitest";
import { pointWorth, worthOf } from "#app/domain/loyalty/point-rewards/point-worth.ts";
import type { RewardRules } from "#app/domain/loyalty/rewards/reward-types.ts";

const offered = (name: string, points: number, reward: object) => ({
  ...{ id: 1n, name, points },
  reward: reward as RewardRules,
});
const credit = (credit_amount: number) => ({ reward_type: "store_credit", credit_amount });
const discount = (discount_type: string, discount_amount: number) => ({
  ...{ reward_type: "discount", discount_type, discount_amount },
});

describe("what a point is worth", () => {
  test("is what the offered reward gives that gives most money for it", () => {
    const rewards = [
      offered("Five off", 500, discount("fixed_amount", 5)),
      offered("Twelve of credit", 1000, credit(12)),
      offered("Half off", 1, discount("percentage", 50)),
      offered("Shipping", 1, { reward_type: "free_shipping" }),
    ];
    expect(pointWorth(rewards, "EUR")).toEqual({
      ...{ name: "Twelve of credit", amountMinor: 1200, points: 1000 },
    });
    expect(pointWorth(rewards, "JPY")?.amountMinor).toBe(12);
  });

  test("is nothing where no offered reward is an amount of money", () => {
    expect(pointWorth([], "EUR")).toBeNull();
    const product = { reward_type: "free_product", product_id: 1 };
    expect(pointWorth([offered("A mug", 100, product)], "EUR")).toBeNull();
  });

  test("makes of points no less money than they can be turned into", () => {
    const worth = { name: "-", amountMinor: 100, points: 300 };
    expect([0, 1, 299, 300, 301].map((points) => worthOf(points, worth))).toEqual([
      0, 1, 100, 100, 101,
    ]);
  });
});
