import { z } from "zod";
import type { rewardRulesSchema } from "../rewards/reward-types.ts";
import { id } from "./setting-schemas.ts";

/** Whose facts count, and of which products: what these exclude neither counts nor pays. */
export const conditionsSchema = z.strictObject({
  customer_settings: z
    .discriminatedUnion("apply_to", [
      z.strictObject({ apply_to: z.literal("all") }),
      z.strictObject({ apply_to: z.literal("members") }),
      z.strictObject({
        apply_to: z.literal("tagged"),
        tags: z.array(z.string().trim().min(1).max(255)).min(1).max(50),
      }),
    ])
    .default({ apply_to: "all" }),
  /** Only what orders hold of these counts; null: of all. Numeric ids of the platform. */
  product_ids: z.array(id).min(1).max(250).nullable().default(null),
  /** What is in one of these counts as well, and then nothing but both. */
  collection_ids: z.array(id).min(1).max(20).nullish(),
  /** Only what customers do in one of these tiers counts; null: in any and in none. */
  tier_ids: z.array(id).min(1).max(20).nullable().default(null),
});

export type RuleConditions = z.infer<typeof conditionsSchema>;

const atMost = z.number().int().min(1).max(1_000_000).nullable().default(null);

/** How often a rule gives its reward; null: as often as it is fulfilled. */
export const limitsSchema = z.strictObject({
  per_customer: atMost,
  /** In one day of the store's zone. */
  per_customer_per_day: atMost,
  /** To all customers together, who come first. */
  in_total: atMost,
});

export type RuleLimits = z.infer<typeof limitsSchema>;

/** A rule as it counts from an instant on, until the next version of it. */
export interface RuleVersion<S = unknown> {
  version: number;
  since: Date;
  isActive: boolean;
  settings: S;
  conditions: RuleConditions;
  /** Null where the rule itself says how many points it gives. */
  reward: z.infer<typeof rewardRulesSchema> | null;
  limits: RuleLimits;
  /** The beginning of its first day. */
  startsAt: Date;
  /** The end of its last day; null for ever. */
  endsAt: Date | null;
}
