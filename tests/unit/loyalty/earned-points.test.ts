import { expect, test } from "vitest";
import { countRule } from "#app/domain/loyalty/rules/count-rule.ts";
import { add, floor, fraction, multiply } from "#app/lib/fraction.ts";
import { type EarnRate, earnedPoints, type Item } from "#storefront/loyalty/earned-points.ts";
import { fc } from "#tests/support/property.ts";
import { NOW, order, rule, STORE } from "./loyalty-history.ts";

/** What the product gives for an order of this, by the same rules. */
function given(rates: readonly EarnRate[], worth: number, items: readonly Item[]): number {
  const all = items.reduce((sum, { final_line_price: price }) => sum + price, 0);
  const products = items.map(({ product_id: productId, final_line_price: price, gift_card }) => ({
    productId,
    net: all > 0 && !gift_card ? multiply(fraction(worth), fraction(price, all)) : fraction(0),
  }));
  const netMinor = floor(products.reduce((sum, { net }) => add(sum, net), fraction(0)));
  const placed = order("2026-06-01T12:00:00Z", netMinor / 100, { products });
  return rates
    .map(({ hundredths, least, products }) => {
      const settings = { points_per_dollar: hundredths / 100, minimum_order: least / 100 };
      const conditions = {
        customer_settings: { apply_to: "all" as const },
        product_ids: products && [...products],
        tier_ids: null,
      };
      const counting = rule("points_for_purchases", settings, { conditions, reward: null });
      const customer = { customerId: 1n, facts: [placed], memberships: [] };
      const { completions } = countRule(counting, customer, {
        store: STORE,
        now: NOW,
        tierBefore: () => null,
      });
      return completions.reduce((sum, { points = 0 }) => sum + points, 0);
    })
    .reduce((sum, points) => sum + points, 0);
}

const items = fc.array(
  fc.record({
    product_id: fc.integer({ min: 1, max: 4 }),
    final_line_price: fc.integer({ min: 0, max: 200_000 }),
    gift_card: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);
const rates = fc.array(
  fc.record({
    hundredths: fc.integer({ min: 1, max: 1_000_000 }),
    least: fc.integer({ min: 0, max: 20_000 }),
    products: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 })),
  }),
  { minLength: 1, maxLength: 3 },
);

test("the storefront promises exactly what the product gives", () => {
  fc.assert(
    fc.property(items, rates, fc.integer({ min: 0, max: 100 }), (all, given_rates, percent) => {
      const sum = all.reduce((total, { final_line_price: price }) => total + price, 0);
      // What is left after a discount of the whole cart.
      const worth = Math.floor((sum * percent) / 100);
      expect(earnedPoints(given_rates, worth, all, 100)).toBe(given(given_rates, worth, all));
    }),
  );
});

test("part of a unit of money gives its part, rounded down", () => {
  const rate = { hundredths: 150, least: 0, products: null };
  const all = [{ product_id: 1, final_line_price: 3933 }];
  expect(earnedPoints([rate], 3933, all, 100)).toBe(58);
  expect(earnedPoints([rate], 3933, all, 150)).toBe(87);
});
