import type { LoyaltyRule } from "#app/generated/prisma/client.ts";
import { Prisma } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import type { RewardRules } from "../rewards/reward-types.ts";
import { planRecount } from "../settle/plan-recount.ts";
import { planDays } from "../triggers/days/note-day.ts";
import { RULE_STATUS, toDay } from "./read-rules.ts";
import { parseRuleInput, type RuleInput } from "./rule-input.ts";
import type { RuleConditions, RuleLimits } from "./rule-terms.ts";
import type { RuleType } from "./rule-types.ts";

/**
 * Makes a rule. It counts what happens from its first day on, also what has happened before it was made.
 *
 * @throws AppError invalid_input.
 */
export async function createRule(context: ShopContext, given: unknown): Promise<LoyaltyRule> {
  const input = parseRuleInput(given);
  const { shop, clock } = context;
  return context.db.transaction(async (tx) => {
    const now = clock.now();
    const { type, name, description } = input;
    const { _max: last } = await tx.loyaltyRule.aggregate({
      where: { shopId: shop.id },
      _max: { position: true },
    });
    const row = await tx.loyaltyRule.create({
      data: {
        position: (last.position ?? 0) + 1,
        ...{
          shopId: shop.id,
          type,
          name,
          description,
          version: 1,
          status: RULE_STATUS[input.status],
        },
        ...{ createdAt: now, updatedAt: now },
      },
    });
    await writeVersion(context, tx, row, input, beginOf(context, input));
    await record(context, tx, row, "created");
    return row;
  });
}

/**
 * Changes a rule. What happened before goes by the rule as it was then. Its type stays: another type is another rule.
 *
 * @param edit.version the version the editor was opened with; when the rule has changed since, nothing is saved and
 *   the outcome is `stale`.
 * @throws AppError invalid_input, not_found.
 */
export async function saveRule(
  context: ShopContext,
  edit: { ruleId: bigint; version: string; input: unknown },
): Promise<{ outcome: "saved"; rule: LoyaltyRule } | StaleEdit> {
  const input = parseRuleInput(edit.input);
  const { shop, clock } = context;
  return context.db.transaction(async (tx) => {
    const before = await lockRule(context, tx, edit.ruleId);
    if (before.updatedAt.toISOString() !== edit.version) return { outcome: "stale" };
    if (before.type !== input.type) {
      throw wrongField("type", "The type of a rule cannot change. Make another rule instead.");
    }
    // A draft gives nothing: all that the rule has given would be taken back.
    if (input.status === "draft" && before.status !== RULE_STATUS.draft) {
      throw wrongField("status", "A rule that was active cannot be a draft again. Switch it off.");
    }
    const updatedAt = nextVersion(before.updatedAt, clock.now());
    const row = await tx.loyaltyRule.update({
      where: { shopId_id: { shopId: shop.id, id: edit.ruleId } },
      data: {
        ...{ name: input.name, description: input.description, status: RULE_STATUS[input.status] },
        ...{ version: before.version + 1, updatedAt },
      },
    });
    // A draft has counted nothing yet: its last version counts from its first day on.
    const isFirst = before.status === RULE_STATUS.draft;
    if (isFirst) {
      await tx.loyaltyRuleVersion.deleteMany({ where: { shopId: shop.id, ruleId: row.id } });
    }
    await writeVersion(context, tx, row, input, isFirst ? beginOf(context, input) : updatedAt);
    await record(context, tx, row, "saved");
    return { outcome: "saved", rule: row };
  });
}

/** Ends a rule: it counts nothing from now on, and is listed no more. What it has given stays. Safe to repeat. */
export async function archiveRule(context: ShopContext, ruleId: bigint): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await lockRule(context, tx, ruleId);
    await changeStatus(context, tx, before, "archived");
  });
}

/**
 * Switches a rule on or off, as its row in the list does. One that is off counts nothing that happens until it is on again; what
 * it has given stays. Repeating changes nothing.
 *
 * @throws AppError not_found.
 */
export async function setRuleActive(
  context: ShopContext,
  { ruleId, active }: { ruleId: bigint; active: boolean },
): Promise<void> {
  const status = active ? "active" : "inactive";
  await context.db.transaction(async (tx) => {
    const before = await lockRule(context, tx, ruleId);
    if (before.status !== RULE_STATUS[status]) await changeStatus(context, tx, before, status);
  });
}

/** The rule's latest version once more, in another status. */
async function changeStatus(
  context: ShopContext,
  tx: Queries,
  before: LoyaltyRule,
  status: "active" | "inactive" | "archived",
): Promise<void> {
  const { shop, clock } = context;
  const where = { shopId: shop.id, ruleId: before.id };
  const latest = await tx.loyaltyRuleVersion.findFirstOrThrow({
    where,
    orderBy: { version: "desc" },
  });
  const updatedAt = nextVersion(before.updatedAt, clock.now());
  const row = await tx.loyaltyRule.update({
    where: { shopId_id: { shopId: shop.id, id: before.id } },
    data: { status: RULE_STATUS[status], version: before.version + 1, updatedAt },
  });
  const input: RuleInput = {
    ...{ type: row.type as RuleType, name: row.name, description: row.description },
    // What is archived counts as little as what is off.
    status: status === "active" ? "active" : "inactive",
    settings: latest.settings,
    conditions: latest.conditions as unknown as RuleConditions,
    reward: latest.reward as unknown as RewardRules | null,
    limits: latest.limits as unknown as RuleLimits,
    startDate: toDay(latest.startDate),
    endDate: latest.endDate && toDay(latest.endDate),
  };
  // A draft has counted nothing yet: it counts from its first day on.
  const isFirst = before.status === RULE_STATUS.draft;
  if (isFirst) await tx.loyaltyRuleVersion.deleteMany({ where });
  await writeVersion(context, tx, row, input, isFirst ? beginOf(context, input) : updatedAt);
  await record(context, tx, row, status);
}

async function lockRule({ shop }: ShopContext, tx: Queries, ruleId: bigint): Promise<LoyaltyRule> {
  await tx.$queryRaw`
    SELECT id FROM loyalty_rules WHERE shop_id = ${shop.id} AND id = ${ruleId} FOR UPDATE`;
  const row = await tx.loyaltyRule.findUnique({
    where: { shopId_id: { shopId: shop.id, id: ruleId } },
  });
  if (!row || row.status === RULE_STATUS.archived) {
    throw new AppError("not_found", "There is no such rule, or it was archived.");
  }
  return row;
}

function beginOf({ shop }: ShopContext, { startDate }: RuleInput): Date {
  const begin = startOfDate(startDate, shop.ianaTimezone);
  if (!begin) throw wrongField("startDate", "Give a day as YYYY-MM-DD.");
  return begin;
}

async function writeVersion(
  context: ShopContext,
  tx: Queries,
  { id, version }: LoyaltyRule,
  input: RuleInput,
  since: Date,
): Promise<void> {
  const { shop } = context;
  await tx.loyaltyRuleVersion.create({
    data: {
      ...{ shopId: shop.id, ruleId: id, version, since, isActive: input.status === "active" },
      settings: input.settings as Prisma.InputJsonValue,
      conditions: input.conditions,
      reward: input.reward ?? Prisma.JsonNull,
      limits: input.limits,
      startDate: new Date(`${input.startDate}T00:00:00Z`),
      endDate: input.endDate ? new Date(`${input.endDate}T00:00:00Z`) : null,
    },
  });
  await recount(context, tx, { id, version });
  const isOfDays = input.type === "birthday_reward" || input.type === "anniversary_reward";
  if (isOfDays && input.status === "active") await planDays(context, tx, context.clock.now());
}

/** What customers have done already counts by a new rule, and their progress and the storefront go by the rule as it is. */
async function recount(
  context: ShopContext,
  tx: Queries,
  { id: ruleId, version }: Pick<LoyaltyRule, "id" | "version">,
): Promise<void> {
  await planRecount(context, tx, { cause: `rule:${ruleId}`, version });
}

async function record(
  context: ShopContext,
  tx: Queries,
  { id, name, type }: LoyaltyRule,
  what: "created" | "saved" | "active" | "inactive" | "archived",
): Promise<void> {
  const { kind, did } = RECORDED[what];
  await recordActivity(context, tx, {
    kind: `loyalty_rule.${kind}`,
    message: `The loyalty rule “${name}” was ${did}.`,
    details: { rule_id: String(id), type },
  });
}

const RECORDED = {
  created: { kind: "created", did: "created" },
  saved: { kind: "saved", did: "edited" },
  active: { kind: "switched_on", did: "switched on" },
  inactive: { kind: "switched_off", did: "switched off" },
  archived: { kind: "archived", did: "archived" },
} as const;
