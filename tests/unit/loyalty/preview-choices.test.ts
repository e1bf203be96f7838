import { expect, test } from "vitest";
import { parseRuleInput } from "#app/domain/loyalty/rules/rule-input.ts";
import type { RuleSettings, RuleType } from "#app/domain/loyalty/rules/rule-types.ts";
import { standingsOf } from "#app/routes/admin/loyalty/preview/preview-choices.ts";
import { toRuleInput } from "#app/routes/admin/loyalty/rules/rule-draft.ts";
import { whoSees } from "#app/routes/admin/loyalty/rules/who-sees.ts";
import { typedRule } from "#tests/support/typed-rule.ts";

const TODAY = "2026-11-25";
const AMOUNTS = { locale: "en", currency: "EUR" };
const draft = { ...typedRule("punch_card", AMOUNTS, TODAY), status: "active" as const };

function standings(type: RuleType, changes: object = {}) {
  const proposed = typedRule(type, AMOUNTS, TODAY);
  const settings = { ...proposed.settings, ...changes };
  const rule = parseRuleInput(toRuleInput(type, { ...proposed, settings }, AMOUNTS));
  return standingsOf({ type, settings: rule.settings as RuleSettings }, AMOUNTS.currency);
}

test("a shopper is shown only where one can be seen: a card that starts again is never full", () => {
  expect(standings("punch_card")).toEqual(["none", "part", "last"]);
  expect(standings("punch_card", { required: "2" })).toEqual(["none", "part"]);
  expect(standings("referral")).toEqual(["none"]);
  expect(standings("custom_action", { required: "3", isOnce: true })).toEqual([
    ...["none", "part", "reached"],
  ]);
  expect(standings("goal_spend", { period: "year" })).toEqual(["none", "part", "reached"]);
});

test("a rule without progress to show has no standings", () => {
  for (const type of ["birthday_reward", "points_for_purchases", "social"] as const) {
    expect(standings(type)).toEqual([]);
  }
  expect(standings("goal_spend", { period: "order" })).toEqual([]);
});

test("whether anybody sees the rule is said, and who", () => {
  expect(whoSees(draft, TODAY)).toBe("");
  expect(whoSees({ ...draft, status: "draft", startDate: "2027-01-01" }, TODAY)).toBe(
    "Shoppers see it once the rule is active.",
  );
  expect(whoSees({ ...draft, startDate: "2026-11-26" }, TODAY)).toBe(
    "Shoppers see it from its first day on.",
  );
  expect(whoSees({ ...draft, endDate: "2026-11-24" }, TODAY)).toMatch(/nobody sees it any more/);
  expect(whoSees({ ...draft, endDate: TODAY }, TODAY)).toBe("");
  expect(whoSees({ ...draft, applyTo: "tagged", isForSomeTiers: true, name: " " }, TODAY)).toBe(
    "Only customers with one of its tags see it. Only customers in one of its tiers see it. It has no name yet: its type stands there.",
  );
});
