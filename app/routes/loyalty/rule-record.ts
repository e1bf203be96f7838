import { z } from "zod";
import type { ListedRule } from "#app/domain/loyalty/read/list-rules.ts";
import type { Progress } from "#app/domain/loyalty/rules/rule-type-module.ts";
import { RULE_TYPES } from "#app/domain/loyalty/rules/rule-types.ts";
import { dayText } from "#app/lib/instants.ts";

export const progressSchema = z
  .object({
    current: z.int().meta({ description: "What counts so far.", example: 3 }),
    required: z.int().meta({ description: "What has to be reached.", example: 10 }),
    percentage: z.int().meta({ description: "Rounded down, at most 100.", example: 30 }),
  })
  .meta({ id: "CompletionProgress" });

/** A rule (contract, section 2.6). */
export const ruleSchema = z
  .object({
    id: z.int().meta({ description: "Internal id.", example: 12 }),
    status: z.int().meta({ description: "1 active, 0 inactive.", example: 1 }),
    type: z.enum(RULE_TYPES).meta({ description: "What the rule rewards.", example: "punch_card" }),
    name: z.string().meta({ description: "The merchant's name for it.", example: "Coffee card" }),
    description: z
      .string()
      .meta({ description: "The merchant's words for shoppers.", example: "Every tenth is free." }),
    rules: z.record(z.string(), z.unknown()).meta({
      description: "Settings, by type. Amounts in major units of the store's currency.",
      example: { required_purchases: 10, minimum_order_amount: 0 },
    }),
    reward_rules: z.record(z.string(), z.unknown()).meta({
      description: "What it gives: reward_type, and the keys of that type.",
      example: { reward_type: "points", points: 100 },
    }),
    start_date: dayText().meta({
      description: "First day, in the store's zone.",
      example: "2026-01-01",
    }),
    end_date: dayText().nullable().meta({ description: "Last day; null for ever.", example: null }),
    completion_progress: progressSchema.nullable().meta({
      description: "Of the shopper who is logged in, on the single rule only; else null.",
    }),
  })
  .meta({ id: "LoyaltyRule" });

export function toRuleRecord(rule: ListedRule, progress: Progress | null) {
  const { product_ids, collection_ids, tier_ids } = rule.conditions;
  return {
    id: Number(rule.id),
    status: rule.status,
    type: rule.type,
    name: rule.name,
    description: rule.description,
    rules: {
      ...publicSettings(rule.settings),
      ...(product_ids ? { product_ids } : {}),
      ...(collection_ids ? { collection_ids } : {}),
      ...(tier_ids ? { tier_ids } : {}),
    },
    reward_rules: { ...(rule.reward ?? { reward_type: "points" }) },
    start_date: rule.startDate,
    end_date: rule.endDate,
    completion_progress: progress && toProgressRecord(progress),
  };
}

export function toProgressRecord({ current, required }: Progress) {
  return { current, required, percentage: Math.min(100, Math.floor((100 * current) / required)) };
}

/** Settings that decide about fraud are the merchant's alone. */
function publicSettings(settings: object): Record<string, unknown> {
  const { auto_approve: _, ...shown } = settings as Record<string, unknown>;
  return shown;
}
