import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Amounts of two currencies are never compared. Where one of the shopper's currency comes in, its currency is looked at.

function filesWith(pattern: string, text: RegExp): string[] {
  return globSync(pattern)
    .filter((path) => !path.includes(".generated.") && text.test(readFileSync(path, "utf8")))
    .sort();
}

test("a script that counts with what a cart comes to compares the cart's currency first", () => {
  const counting = filesWith(
    "storefront/**/*.ts",
    /\b(total_price|items_subtotal_price|total_allocated_amount|final_line_price)\b/,
  ).filter((path) => !path.startsWith("storefront/liquid/"));
  expect(counting).toEqual([
    "storefront/ajax-cart.ts",
    // What it is given is in one currency already.
    "storefront/loyalty/earned-points.ts",
    "storefront/loyalty/points-to-earn.ts",
    "storefront/store-credit/cart.ts",
  ]);
  for (const path of counting.slice(2)) {
    expect(readFileSync(path, "utf8"), path).toMatch(/currency [!=]== (counted|currency)\b/);
  }
});

test("a block writes no amount of the store in the shopper's currency", () => {
  expect(
    filesWith("extensions/storefront/**/*.liquid", /(default|currency): cart\.currency/),
  ).toEqual([]);
  const counting = /\bcart\.(total_price|items_subtotal_price|items|cart_level)\b/;
  const blocks = filesWith("extensions/storefront/**/*.liquid", counting);
  expect(blocks).toEqual([
    "extensions/storefront/blocks/points-to-earn.liquid",
    "extensions/storefront/snippets/credit-card.liquid",
    // A part of the first one.
    "extensions/storefront/snippets/earned.liquid",
  ]);
  for (const path of blocks.slice(0, 2))
    expect(readFileSync(path, "utf8")).toContain("cart.currency.iso_code");
});

test("of an order only what it cost a contract's owner is read in the shopper's currency, all else in the store's", () => {
  expect(filesWith("app/platform/shopify/**/*.ts", /\bpresentmentMoney\b/)).toEqual([
    "app/platform/shopify/billing/billing-attempts.ts",
    "app/platform/shopify/contracts/read-contract-orders.ts",
    "app/platform/shopify/contracts/translate-contract.ts",
    "app/platform/shopify/orders/translate-order-facts.ts",
  ]);
});

test("whether an offer suits a contract is asked where the currencies of both are looked at", () => {
  expect(filesWith("app/domain/**/*.ts", /\.fit\(/)).toEqual([
    "app/domain/churn/offers/fit-offer.ts",
  ]);
});

/** Whoever reads what an order, or a refund of one, came to. */
const ORDER_AMOUNTS =
  /\b(o|s|l|order|orders|row|r)\.(total_minor|subtotal_minor|beside_minor|amount_minor)\b|\bsum\(total_minor\)|\bcountOrder\(/;
/** Each of its rows, refund or line beside the currency of that order. */
const ONE_ORDER = [
  "app/domain/data-export/modules/orders.ts",
  "app/domain/loyalty/facts/read-orders.ts",
  "app/domain/orders/counted-order.ts",
];

test("what adds up or rewards the amounts of orders asks whether they count in the currency", () => {
  const readers = filesWith("app/domain/**/*.ts", ORDER_AMOUNTS).filter(
    (path) =>
      /\b(FROM|JOIN) (orders|order_refunds|order_subscriptions)\b|countOrder\(/.test(
        readFileSync(path, "utf8"),
      ) && !ONE_ORDER.includes(path),
  );
  expect(readers).toContain("app/domain/analytics/read-revenue.ts");
  for (const path of readers) {
    expect(readFileSync(path, "utf8"), path).toMatch(
      /\bcountsIn(Sql)?\(|\b[os]\.currency = \$\d|GROUP BY o\.currency\b/,
    );
  }
});
