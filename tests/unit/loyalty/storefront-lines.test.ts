import { describe, expect, test } from "vitest";
import {
  type Coupon,
  lastDay,
  shownCoupons,
  stateOf,
  valueLine,
} from "#storefront/loyalty/coupons.ts";
import { type Line, numbersOf } from "#storefront/loyalty/lines.ts";
import { pointsLine, progressLine, stageOf } from "#storefront/loyalty/standing.ts";

const numbers = numbersOf("en", "EUR");

describe("what a coupon is worth", () => {
  test.each<[Coupon["reward_rules"], Line]>([
    [
      { reward_type: "discount", discount_type: "percentage", discount_amount: 12.5 },
      ["off", { off: "12.5%" }],
    ],
    [
      {
        ...{ reward_type: "discount", discount_type: "fixed_amount", discount_amount: 5 },
        ...{ applies_to: "products", minimum_amount: 50 },
      },
      ["minimum", { reward: ["off_products", { off: "€5.00" }], amount: "€50.00" }],
    ],
    [{ reward_type: "free_shipping" }, ["free_shipping"]],
    [
      { reward_type: "buy_x_get_y", buy_quantity: 2, get_quantity: 1 },
      ["buy_x_get_y", { buy: "2", get: "1" }],
    ],
  ])("of %j is %j", (reward, line) => {
    expect(valueLine(reward, numbers)).toEqual(line);
  });
});

describe("coupons", () => {
  const coupon = (code: string, status: number): Coupon => ({
    ...{ discount_code: code, status, expires_at: null },
    ...{ info: { rule_name: "Rule" }, reward_rules: { reward_type: "free_shipping" } },
  });

  test("that can be used come first, each kind the newest first, twenty of them", () => {
    const many = [1, 2, 1, 0, 3].map((status, at) => coupon(`C${at}`, status));
    expect(shownCoupons(many).map(({ discount_code: code }) => code)).toEqual(
      "C0 C2 C1 C3 C4".split(" "),
    );
    const twentyFive = Array.from({ length: 25 }, (_, at) => coupon(`C${at}`, 1));
    expect(shownCoupons(twentyFive)).toHaveLength(20);
  });

  test("have the state that their status says", () => {
    expect([0, 1, 2, 3].map((status) => stateOf({ status }))).toEqual(
      "taken_back open used expired".split(" "),
    );
  });

  test.each([
    ["+0100", "December 4, 2031"],
    ["-0500", "December 3, 2031"],
    ["+0530", "December 4, 2031"],
    ["", "December 3, 2031"],
  ])("end on the day that the store's clock shows at %s", (offset, day) => {
    expect(lastDay("2031-12-03T23:30:00.000Z", "en", offset)).toBe(day);
  });
});

describe("points and progress", () => {
  test("one point is singular, and none is not", () => {
    expect(pointsLine(1, numbers)).toEqual(["one", { points: "1" }]);
    expect(pointsLine(0, numbers)).toEqual(["other", { points: "0" }]);
    expect(pointsLine(1240, numbers)).toEqual(["other", { points: "1,240" }]);
  });

  test("amounts are written as money without decimals, and times as numbers", () => {
    const progress = { current: 120, required: 2000 };
    expect(progressLine(progress, true, numbers)).toEqual([
      "progress",
      { current: "€120", required: "€2,000" },
    ]);
    expect(progressLine(progress, false, numbers)[1]).toEqual({
      current: "120",
      required: "2,000",
    });
  });

  test.each([
    [0, 10, { isDone: false, isLast: false }],
    [9, 10, { isDone: false, isLast: true }],
    [10, 10, { isDone: true, isLast: false }],
    [0, 1, { isDone: false, isLast: false }],
  ])("%i of %i is %j", (current, required, stage) => {
    expect(stageOf({ current, required })).toEqual(stage);
  });
});
