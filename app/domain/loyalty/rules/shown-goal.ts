import type { RuleStore } from "./rule-type-module.ts";
import { type RuleSettings, type RuleType, ruleTypeOf } from "./rule-types.ts";

/**
 * What a shopper's progress with a rule is shown against: whole units of the store's currency for goals, else a number of times.
 *
 * @returns null where there is none to show. On the way to one order's goal there is nothing yet.
 */
export function shownGoal(
  { type, settings }: { type: RuleType; settings: RuleSettings },
  store: RuleStore,
  now: Date,
): number | null {
  if ("period" in settings && settings.period === "order") return null;
  const { progress } = ruleTypeOf(type).count({ facts: [], settings, store, now });
  return progress?.required ?? null;
}
