import { describe, expect, test } from "vitest";
import {
  type DryRunFigures,
  NOTHING,
  TRIED_ID,
  tallyDryRun,
  withinTotal,
} from "#app/domain/loyalty/dry-run/dry-run-figures.ts";
import { customer, NOW, order, STORE, rule as savedRule } from "./loyalty-history.ts";

const AT = { store: STORE, now: NOW, monthAt: new Date("2026-12-01T00:00:00Z") };
const LAST_MONTH = "2026-12-10T12:00:00Z";
const EARLIER = "2026-06-10T12:00:00Z";
const BLANK = { month: NOTHING, year: NOTHING };

const rule = (...given: Parameters<typeof savedRule>) => ({
  rules: [{ ...savedRule(...given), id: TRIED_ID }],
  ladders: [],
});

const figures = (given: Partial<DryRunFigures>): DryRunFigures => ({ ...NOTHING, ...given });

describe("the figures of a dry run", () => {
  test("are those of the last month within those of all months, page after page", () => {
    const points = rule("points_for_purchases", { points_per_dollar: 2 });
    const first = [customer([order(EARLIER, 10), order(LAST_MONTH, 20)])];
    const second = [
      customer([order(EARLIER, 5)], { customerId: 2n }),
      customer([], { customerId: 3n }),
    ];
    const tally = tallyDryRun(tallyDryRun(BLANK, points, first, AT), points, second, AT);
    expect(tally).toEqual({
      month: figures({ customers: 1, completions: 1, points: 40 }),
      year: figures({ customers: 2, completions: 3, points: 70 }),
    });
    expect(BLANK.year).toEqual(figures({}));
  });

  test("count what was begun before the last month and ended in it", () => {
    const card = rule("punch_card", { required_purchases: 2 });
    const one = customer([order(EARLIER, 10), order(LAST_MONTH, 10)]);
    expect(tallyDryRun(BLANK, card, [one], AT).month).toEqual(
      figures({ customers: 1, completions: 1, points: 10 }),
    );
  });

  test("say what coupons of a fixed amount are worth, and credit in minor units", () => {
    const discount = { applies_to: "order" as const, product_ids: null, minimum_amount: null };
    const code = { expires_in_days: null, combines: true };
    const one = [customer([order(EARLIER, 10), order(LAST_MONTH, 10)])];
    const goal = { goal_amount: 5 };
    const coupon = rule("goal_spend", goal, {
      reward: {
        ...{ reward_type: "discount", discount_type: "fixed_amount", discount_amount: 2.5 },
        ...{ ...discount, ...code },
      },
    });
    expect(tallyDryRun(BLANK, coupon, one, AT).year).toEqual(
      figures({ customers: 1, completions: 2, coupons: 2, worthMinor: 500 }),
    );
    const credit = rule("goal_spend", goal, {
      reward: { reward_type: "store_credit", credit_amount: 3, expires_in_days: null },
    });
    expect(tallyDryRun(BLANK, credit, one, AT).month).toEqual(
      figures({ customers: 1, completions: 1, creditMinor: 300 }),
    );
  });

  test("of a rule with so many rewards for all are what is left for the last month", () => {
    const year = figures({ customers: 90, completions: 100, points: 1_000 });
    const month = figures({ customers: 20, completions: 20, points: 200 });
    expect(withinTotal({ month, year }, null)).toEqual({ month, year });
    expect(withinTotal({ month, year }, 100)).toEqual({ month, year });
    expect(withinTotal({ month, year }, 85)).toEqual({
      month: figures({ customers: 5, completions: 5, points: 50 }),
      year: figures({ customers: 85, completions: 85, points: 850 }),
    });
    expect(withinTotal({ month, year }, 30).month).toEqual(figures({}));
  });
});
