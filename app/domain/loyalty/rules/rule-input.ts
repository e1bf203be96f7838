import { z } from "zod";
import { wrongField } from "#app/lib/app-error.ts";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { lineText } from "#app/lib/line-text.ts";
import { storableText } from "#app/lib/storable-text.ts";
import { ONLY_BY_RENEWALS, rewardRulesSchema, rewardTypeOf } from "../rewards/reward-types.ts";
import { conditionsSchema, limitsSchema } from "./rule-terms.ts";
import { RULE_TYPES, ruleTypeOf } from "./rule-types.ts";

const day = z.string().refine(isCalendarDate, "Give a day as YYYY-MM-DD.");

const schema = z.object({
  type: z.enum(RULE_TYPES),
  name: z
    .string()
    .overwrite(lineText)
    .min(1, "Give the rule a name.")
    .max(80, "A name has at most 80 characters."),
  description: z
    .string()
    .overwrite(storableText)
    .max(500, "A description has at most 500 characters.")
    .default(""),
  status: z.enum(["active", "inactive", "draft"]),
  settings: z.unknown().optional(),
  conditions: conditionsSchema.prefault({}),
  reward: rewardRulesSchema.nullable().default(null),
  limits: limitsSchema.prefault({}),
  startDate: day,
  endDate: day.nullable().default(null),
});

export type RuleInput = z.infer<typeof schema>;

/**
 * Checks what the editor of a rule sent.
 *
 * @throws AppError invalid_input; `fields` by the names of the input, those of settings and reward by their own, and those of a
 *   friend's reward as `friend_reward.points`.
 */
export function parseRuleInput(given: unknown): RuleInput {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalidInput(parsed.error);
  const input = parsed.data;
  const module = ruleTypeOf(input.type);
  const settings = module.settings.safeParse(input.settings ?? {});
  if (!settings.success) throw invalidInput(settings.error, settingName);
  if (module.givesPointsItself && input.reward) {
    throw wrongField("reward", "This type of rule gives points by itself.");
  }
  if (!module.givesPointsItself && !input.reward) {
    throw wrongField("reward", "Say what the rule gives.");
  }
  if (input.reward && rewardTypeOf(input.reward).unit === "contract" && !module.countsRenewals) {
    throw wrongField("reward_type", ONLY_BY_RENEWALS);
  }
  const { per_customer, per_customer_per_day } = input.limits;
  const need = module.needsLimit?.(settings.data) ?? null;
  if (need !== null && per_customer === null && per_customer_per_day === null) {
    throw wrongField("per_customer_per_day", need);
  }
  if (input.endDate && input.endDate < input.startDate) {
    throw wrongField("endDate", "The last day is before the first.");
  }
  return { ...input, settings: settings.data };
}

/** What a friend gets has the fields of any reward: theirs are told apart from those of the rule's own. */
function settingName(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part === "string") ?? "settings");
  return path.length > 1 && path[0] === "friend_reward" ? `friend_reward.${name}` : name;
}
