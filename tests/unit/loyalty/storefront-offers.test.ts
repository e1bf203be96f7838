import { describe, expect, test } from "vitest";
import { numbersOf } from "#storefront/loyalty/lines.ts";
import { isOpen, missingPoints, newsOf } from "#storefront/loyalty/redeeming.ts";
import { basisLine, dayLine, placeAmong } from "#storefront/loyalty/tier-standing.ts";
import { words as de } from "#storefront/loyalty/words/de.ts";
import { words as en } from "#storefront/loyalty/words/en.ts";
import { words as es } from "#storefront/loyalty/words/es.ts";
import { words as fr } from "#storefront/loyalty/words/fr.ts";
import { words as ja } from "#storefront/loyalty/words/ja.ts";

const tiers = [
  { id: 4, name: "Silver", threshold: 500 },
  { id: 2, name: "Gold", threshold: 2000 },
];

describe("a place among tiers", () => {
  test.each([
    [{ tier_id: null, amount: 100 }, null, "Silver", 400],
    [{ tier_id: 4, amount: 100 }, "Silver", "Gold", 1900],
    [{ tier_id: 4, amount: 3000 }, "Silver", "Gold", 1],
    [{ tier_id: 2, amount: 3000 }, "Gold", undefined, 0],
    [{ tier_id: 9, amount: 0 }, null, "Silver", 500],
  ])("of %j", (standing, current, next, missing) => {
    const place = placeAmong(tiers, { ...standing, review_on: null });
    expect([place.current?.name ?? null, place.next?.name, place.missing]).toEqual([
      ...[current, next, missing],
    ]);
  });

  test("is said in points, money and orders, and a day in the page's language", () => {
    const numbers = numbersOf("de", "EUR");
    expect(basisLine(1, "points", numbers, 2)).toEqual(["one", { points: "1" }]);
    expect(basisLine(1250, "spend", numbers, 2)).toEqual(["amount", { amount: "12,50\u00a0€" }]);
    expect(basisLine(1, "orders", numbers, 2)).toEqual(["one_order", { number: "1" }]);
    expect(basisLine(2000, "orders", numbers, 2)).toEqual(["orders", { number: "2.000" }]);
    expect(basisLine(1250, "spend", numbersOf("ja", "JPY"), 0)).toEqual([
      ...["amount", { amount: "￥1,250" }],
    ]);
    expect(dayLine("2027-03-01", "de")).toBe("1. März 2027");
  });
});

describe("a redemption", () => {
  const reward = { id: 1, points: 100, kind: "percentage" };

  test.each([
    ["done", null, "code_soon", false],
    ["refused", 99, "too_few", false],
    ["refused", 100, "had_often", false],
    ["refused", null, "too_few", false],
    ["gone", null, "reward_gone", false],
    ["signed_out", null, "signed_out_nothing", false],
    ["offline", null, "offline_nothing", true],
    ["failed", null, "failed_nothing", true],
    ["unknown", null, "unknown", true],
  ] as const)("that is %s with %s points", (outcome, balance, news, again) => {
    const sent = outcome === "done" ? { outcome, data: {} } : { outcome };
    expect(newsOf(sent, reward, balance)).toBe(news);
    expect(isOpen(sent)).toBe(again);
  });

  test("into store credit needs no code, and no points are missing where there are enough", () => {
    const credit = { ...reward, kind: "store_credit" };
    expect(newsOf({ outcome: "done", data: {} }, credit, null)).toBe("redeemed");
    expect([missingPoints(reward, 99), missingPoints(reward, 101)]).toEqual([1, 0]);
  });
});

test("what is said about what was done has the same values in every language, and no other English", () => {
  const placesOf = (text: string) => text.match(/\{\w+\}/g)?.sort() ?? [];
  for (const words of [de, fr, es, ja]) {
    for (const [key, text] of Object.entries(en)) {
      const own = words[key as keyof typeof en];
      expect(placesOf(own), key).toEqual(placesOf(text));
      expect(own, key).not.toBe(text);
    }
  }
});
