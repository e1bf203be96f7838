import { describe, expect, test } from "vitest";
import { parseLadder } from "#app/domain/loyalty/tiers/ladder-input.ts";
import {
  type LadderDraft,
  newTier,
  toLadderDraft,
  toLadderInput,
} from "#app/routes/admin/loyalty/tiers/ladder-draft.ts";

const GERMAN = { locale: "de", currency: "EUR" };
const YEN = { locale: "ja", currency: "JPY" };

const draft = (
  basis: LadderDraft["basis"],
  ...tiers: { name: string; threshold: string; multiplier?: string }[]
): LadderDraft => ({ basis, tiers: tiers.map((one) => ({ ...newTier(one.name), ...one })) });

describe("the form of the tiers", () => {
  test("sends them in the order of what they ask for, and knows which is where", () => {
    const typed = draft(
      "points",
      { name: "Gold", threshold: "500" },
      { name: "Blank", threshold: "" },
      { name: "Silver", threshold: "50" },
    );
    const { input, keys } = toLadderInput(typed, GERMAN);
    expect(keys).toEqual(["Silver", "Gold", "Blank"]);
    expect(input.tiers.map(({ threshold }) => threshold)).toEqual([50, 500, Number.NaN]);
  });

  test.each([
    ["spend", GERMAN, { threshold: "99,50", multiplier: "1,15" }, 9_950, 115],
    ["spend", YEN, { threshold: "5000", multiplier: "1.5" }, 5_000, 150],
    ["orders", GERMAN, { threshold: "12", multiplier: "" }, 12, 100],
  ] as const)(
    "reads amounts of %s as they are typed",
    (basis, amounts, typed, threshold, multiplier) => {
      const { input } = toLadderInput(draft(basis, { name: "One", ...typed }), amounts);
      expect(parseLadder(JSON.parse(JSON.stringify(input))).tiers).toMatchObject([
        { threshold, multiplier },
      ]);
    },
  );

  test("shows what is saved as it would be typed, and sends it back unchanged", () => {
    const saved = {
      basis: "spend" as const,
      tiers: [
        {
          ...{ id: 3, name: "Gold", threshold: 150_50, multiplier: 125, perks: "One\nTwo" },
          entryReward: { reward_type: "points" as const, points: 100 },
        },
      ],
    };
    const shown = toLadderDraft(saved, GERMAN);
    expect(shown.tiers[0]).toMatchObject({ threshold: "150,5", multiplier: "1,25" });
    expect(parseLadder(toLadderInput(shown, GERMAN).input)).toEqual(saved);
  });

  test.each([
    ["threshold", { threshold: "0" }],
    ["threshold", { threshold: "much" }],
    ["threshold", { threshold: "" }],
    ["multiplier", { multiplier: "0,5" }],
    ["name", { name: " " }],
  ])("has a wrong %s named with its tier", (field, wrong) => {
    const typed = draft("spend", { ...{ name: "One", threshold: "5", multiplier: "1" }, ...wrong });
    const input = JSON.parse(JSON.stringify(toLadderInput(typed, GERMAN).input));
    expect(() => parseLadder(input)).toThrow(
      expect.objectContaining({ fields: { [`tiers.0.${field}`]: [expect.any(String)] } }),
    );
  });
});
