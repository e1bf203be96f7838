import { describe, expect, test } from "vitest";
import { editor, LOCALES, render, rule, textOf } from "./render-block.ts";

const points = { kind: "points", points: 50 };
const birthday = { ...rule, id: 1, type: "birthday_reward", required: null, reward: points };
const referral = {
  ...{ ...birthday, id: 2, type: "referral", required: 1 },
  friend: { reward: { kind: "amount", amount_minor: 500 }, minimum_minor: 2000, link_days: 30 },
};
const receipt = {
  ...{ ...birthday, id: 3, type: "upload_receipt", reward: null },
  rate: { hundredths: 200, minimum_minor: 0, minimum_hundredths: 0 },
  retailers: [],
};
const rules = [birthday, referral, receipt];
const blocks = ["birthday", "referral", "receipt"] as const;

describe("what a shopper does themselves", () => {
  test.each([
    ["birthday", "Your birthday Reward: 50 points Enter or see your birthday Loading …"],
    [
      "referral",
      "Invite friends Your friend gets: €5.00 off on orders of €20.00 or more You get: 50 points Your link Loading …",
    ],
    ["receipt", "Receipts Reward: 2 points for every €1 you spend Send in a receipt Loading …"],
  ])("%s says what it brings without any script", (handle, words) => {
    expect(textOf(render(handle, { rules, loyalty: {} }))).toBe(words);
  });

  test.each(blocks)("%s explains itself to who is signed out, and has no way in", (handle) => {
    const html = render(handle, { rules, loyalty: null });
    expect(textOf(html)).toContain("Sign in to see your points and rewards.");
    expect(html).not.toContain("<details");
  });

  test.each(blocks)("%s is not there without such a rule, or with one for others", (handle) => {
    expect(render(handle, { rules: [rule] })).not.toContain("pnl");
    const others = rules.map((one) => ({ ...one, apply_to: "tagged", tags: ["vip"] }));
    expect(render(handle, { rules: others, tags: ["other"] })).not.toContain("pnl");
  });

  test.each(blocks)("%s has an example in the theme editor", (handle) => {
    const html = render(handle, { rules: [], loyalty: null, context: editor });
    expect(html).toContain("<details");
    expect(textOf(html)).toContain("Free delivery");
  });

  test("receipts name the stores that count, unless a rule counts all", () => {
    const of = (...retailers: string[]) => ({ ...receipt, retailers });
    const shopsOf = (...some: object[]) =>
      /data-shops="([^"]*)"/.exec(render("receipt", { rules: some, loyalty: {} }))?.[1];
    expect(shopsOf(of("Corner <Shop>", "Fish"), of("Third"))).toBe(
      "Corner &lt;Shop&gt;|Fish|Third",
    );
    expect(shopsOf(of("Fish"), receipt)).toBeUndefined();
  });
});

test.each(LOCALES)("a reward for several friends says so in %s", (locale) => {
  const html = render("referral", { rules: [{ ...referral, required: 3 }], locale, loyalty: {} });
  expect(html).not.toContain("Translation missing");
  if (locale === "en") expect(textOf(html)).toContain("You get: 50 points for every 3 friends");
  else expect(textOf(html)).toMatch(/\b3 |3人/);
});

describe("the greeting of a friend", () => {
  test("says what both get from the friend's side, and stays hidden until there is a link", () => {
    const html = render("referral-friend", { rules, loyalty: null });
    expect(html).toMatch(/<perennial-friend[^>]*data-days="30"[^>]*hidden>/);
    expect(textOf(html.replace(" hidden>", ">"))).toBe(
      "A friend has invited you You get: €5.00 off on orders of €20.00 or more " +
        "Your friend gets: 50 points It counts for your first order. Close",
    );
    expect(render("referral-friend", { rules: [birthday] })).not.toContain("pnl");
  });
});

test.each(LOCALES)("every one of these blocks has all of its words in %s", (locale) => {
  for (const handle of [...blocks, "referral-friend"]) {
    for (const loyalty of [null, {}]) {
      expect(render(handle, { rules, locale, loyalty })).not.toContain("Translation missing");
    }
  }
});
