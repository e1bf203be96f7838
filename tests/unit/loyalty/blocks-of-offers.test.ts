import { describe, expect, test } from "vitest";
import { editor, LOCALES, render, textOf } from "./render-block.ts";

const off = { kind: "amount", amount_minor: 500 };
const point_rewards = [
  { id: 1, name: "Five <off>", points: 500, reward: off, expires_in_days: 30 },
  { id: 2, name: "Free", points: 1500, reward: { kind: "free_shipping" }, expires_in_days: null },
];
const silver = {
  id: 1,
  name: "Silver",
  threshold: 500,
  multiplier: 100,
  perks: "",
  entry_reward: null,
};
const gold = {
  ...{ id: 2, name: "Gold & more", threshold: 2000, multiplier: 150 },
  ...{ perks: "A card\nA call", entry_reward: off },
};
const ladder = { basis: "points", tiers: [silver, gold] };
const customer = {
  ...{ points_balance: 1240, points_pending: 0, progress: [], coupons: [] },
  as_of: "2026-11-04T11:00:00Z",
};

describe("what points can be redeemed for", () => {
  test("has a button where they suffice, and else says what is missing", () => {
    const text = textOf(
      render("rewards", { rules: [], offers: { point_rewards }, loyalty: customer }),
    );
    expect(text).toBe(
      "Your rewards Redeem your points 1,240 points " +
        "€5.00 off Five &lt;off&gt; Redeem for 500 points Free delivery Free 260 points to go No rewards yet",
    );
  });

  test("says what it costs to who is signed out, and needs points of who has none", () => {
    const page = { rules: [], offers: { point_rewards } };
    const signedOut = render("rewards", { ...page, loyalty: null });
    expect(textOf(signedOut)).toContain("€5.00 off Five &lt;off&gt; 500 points Free delivery");
    expect(signedOut).not.toContain("<button");
    expect(textOf(render("rewards", page))).toContain(
      "0 points €5.00 off Five &lt;off&gt; 500 points to go",
    );
  });

  test("has an example in the theme editor, and needs no script where there is nothing", () => {
    const text = textOf(render("rewards", { rules: [], loyalty: null, context: editor }));
    expect(text).toContain("240 points Free delivery Redeem for 200 points");
    expect(render("rewards", { loyalty: customer })).not.toContain("loyalty-redeem.js");
  });
});

describe("tiers", () => {
  const tier = (more: object, offers: object = ladder) =>
    textOf(render("tiers", { offers, loyalty: { ...customer, ...more } }));

  test("say which is the customer's, until when, and what is missing for the next", () => {
    expect(tier({ tier_id: 1, tier_amount: 800, tier_review_on: "2027-03-01" })).toBe(
      "Tiers Silver 1,200 points to go until Gold &amp; more Yours at least until March 1, 2027 " +
        "Silver · Your tier From 500 points within a year " +
        "Gold &amp; more From 2,000 points within a year 1.5 times the points " +
        "On reaching it: €5.00 off A card A call",
    );
    expect(tier({ tier_id: 2, tier_amount: 2100, tier_review_on: "2027-03-01" })).toContain(
      "Gold &amp; more You have reached the highest tier.",
    );
  });

  test("begin at none, also for one whose tier is gone, and never less than one is missing", () => {
    for (const more of [{}, { tier_id: 9, tier_amount: 0 }, { tier_id: null, tier_amount: 0 }]) {
      expect(tier(more)).toContain("No tier yet 500 points to go until Silver");
    }
    expect(tier({ tier_id: null, tier_amount: 700 })).toContain("1 point to go until Silver");
  });

  test.each([
    ["spend", "€12.50 to go until Silver", "From €20.00 within a year"],
    ["orders", "1,250 orders to go until Silver", "From 2,000 orders within a year"],
  ])("by %s name that", (basis, missing, from) => {
    const tiers = [{ ...silver, threshold: 2000 }];
    const text = tier({ tier_id: null, tier_amount: 750 }, { basis, tiers });
    expect(text).toContain(missing);
    expect(text).toContain(from);
  });

  test.each([
    [105, "1.05 times"],
    [110, "1.1 times"],
    [200, "2 times"],
    [1000, "10 times"],
  ])("write a multiplier of %i hundredths as %s", (multiplier, words) => {
    expect(tier({}, { ...ladder, tiers: [{ ...silver, multiplier }] })).toContain(words);
  });

  test("explain themselves to who is signed out, are not there without any, and have an example for the merchant", () => {
    const signedOut = textOf(render("tiers", { offers: ladder, loyalty: null }));
    expect(signedOut).toContain("Silver From 500 points within a year");
    expect(signedOut).not.toContain("Your tier");
    expect(render("tiers", { loyalty: customer })).not.toContain("pnl");
    const sample = textOf(render("tiers", { loyalty: null, context: editor }));
    expect(sample).toContain("Silver 260 points to go until Gold");
  });
});

test.each(LOCALES)("offers and tiers have all of their words in %s", (locale) => {
  const offers = { ...ladder, point_rewards };
  for (const handle of ["rewards", "tiers"]) {
    for (const loyalty of [null, {}, { ...customer, tier_id: 1, tier_amount: 3 }]) {
      expect(render(handle, { locale, offers, loyalty })).not.toContain("Translation missing");
    }
  }
});
