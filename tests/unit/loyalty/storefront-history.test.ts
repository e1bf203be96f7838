import { describe, expect, test } from "vitest";
import { type PointsEntry, signed, whyLine } from "#storefront/loyalty/history.ts";
import { words } from "#storefront/loyalty/words/en.ts";

const entry = (type: number, order_name: string | null = null): PointsEntry => ({
  ...{ id: 1, date: "2026-05-03", type, points: 5, available_from: null, name: null },
  ...{ reason: null, order_name },
});

describe("why points have moved", () => {
  test.each([
    [8, "#1042", "Earned with order {order}"],
    [8, null, "Earned"],
    [12, "#1042", "Taken back for order {order}"],
    [12, null, "Taken back"],
    [2, null, "Redeemed"],
    [3, null, "Given back: the reward could not be given"],
    [4, null, "Adjusted by the store"],
    [7, null, "Expired unused"],
  ])("of the type %d with the order %s is said as %s", (type, order, sentence) => {
    const [key, values] = whyLine(entry(type, order));
    expect(words[key as keyof typeof words]).toBe(sentence);
    if (sentence.includes("{order}")) expect(values).toEqual({ order });
  });

  test("has words for every type of the ledger", () => {
    for (let type = 1; type <= 12; type += 1) {
      for (const order of [null, "#1"])
        expect(words).toHaveProperty(whyLine(entry(type, order))[0]);
    }
  });

  test.each([
    ["en", 1240, "+1,240"],
    ["de", -1240, "-1.240"],
    ["fr", 5, "+5"],
  ])("is written with its sign in %s", (language, points, text) => {
    expect(signed(points, language)).toBe(text);
  });
});
