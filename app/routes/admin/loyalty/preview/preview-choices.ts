import {
  type RuleSettings,
  type RuleType,
  ruleTypeOf,
} from "#app/domain/loyalty/rules/rule-types.ts";
import { shownGoal } from "#app/domain/loyalty/rules/shown-goal.ts";

/** The blocks of the theme that can show something of a rule, as the theme editor calls them. */
export const RULE_BLOCKS = {
  "points-progress": "Points and progress",
  "points-to-earn": "Points to earn",
  birthday: "Birthday",
  referral: "Referral link",
  "referral-friend": "Referral welcome",
  receipt: "Receipt upload",
} as const;

export type RuleBlock = keyof typeof RULE_BLOCKS;

/** Every rule is in the list of ways to earn; some types have blocks of their own as well. */
export function blocksOf(type: RuleType): RuleBlock[] {
  return ["points-progress", ...(MORE_BLOCKS[type] ?? [])];
}

const MORE_BLOCKS: Partial<Record<RuleType, RuleBlock[]>> = {
  points_for_purchases: ["points-to-earn"],
  birthday_reward: ["birthday"],
  referral: ["referral", "referral-friend"],
  upload_receipt: ["receipt"],
};

/** How far the made-up shopper is. */
export const PREVIEW_STANDINGS = {
  none: "Nothing yet",
  part: "Part of the way",
  last: "One to go",
  reached: "Reached",
} as const;

export type PreviewStanding = keyof typeof PREVIEW_STANDINGS;

/**
 * How far a shopper can be seen to be with a rule; none where it shows no progress. A card that starts again is never seen
 * full.
 */
export function standingsOf(
  { type, settings }: { type: RuleType; settings: RuleSettings },
  currency: string,
): PreviewStanding[] {
  const store = { currency, zone: "UTC" };
  const goal = shownGoal({ type, settings }, store, new Date(0));
  if (goal === null) return [];
  const part: PreviewStanding[] = goal > 1 ? ["part"] : [];
  if (ruleTypeOf(type).staysReached?.(settings)) return ["none", ...part, "reached"];
  return ["none", ...part, ...(goal > 2 ? (["last"] as const) : [])];
}
