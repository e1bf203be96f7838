import type { ShopContext } from "../../../context.ts";
import { readCountableRules } from "../../rules/read-rules.ts";
import type { RuleSettingsOf } from "../../rules/rule-types.ts";

/** Since when an anniversary is counted. */
export type AnniversaryBasis = RuleSettingsOf<"anniversary_reward">["basis"];

/** What the rules that go by the calendar ask for now. */
export interface DayRules {
  /** How long before a birthday its rewards come, each number once. */
  daysBefore: number[];
  bases: AnniversaryBasis[];
}

/** Null when no rule that counts now goes by the calendar. */
export async function readDayRules(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
): Promise<DayRules | null> {
  const now = context.clock.now();
  const daysBefore = new Set<number>();
  const bases = new Set<AnniversaryBasis>();
  for (const { type, versions } of await readCountableRules(context)) {
    const latest = versions.at(-1);
    if (!latest?.isActive || (latest.endsAt && latest.endsAt <= now)) continue;
    if (type === "birthday_reward") {
      daysBefore.add((latest.settings as RuleSettingsOf<"birthday_reward">).days_before);
    }
    if (type === "anniversary_reward") {
      bases.add((latest.settings as RuleSettingsOf<"anniversary_reward">).basis);
    }
  }
  if (daysBefore.size === 0 && bases.size === 0) return null;
  return { daysBefore: [...daysBefore].sort((one, other) => one - other), bases: [...bases] };
}
