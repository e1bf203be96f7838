import type { LoyaltyRule } from "#app/generated/prisma/client.ts";
import { Prisma } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { planRecount } from "../settle/plan-recount.ts";
import { planDays } from "../triggers/days/note-day.ts";
import { RULE_STATUS } from "./read-rules.ts";
import { parseRuleInput, type RuleInput } from "./rule-input.ts";

/**
 * Makes a rule. It counts what happens from its first day on, also what has happened before it was made.
 *
 * @throws AppError invalid_input.
 */
export async function createRule(context: ShopContext, given: unknown): Promise<LoyaltyRule> {
  const input = parseRuleInput(given);
  const { shop, clock } = context;
  const now = clock.now();
  return context.db.transaction(async (tx) => {
    const { type, name, description } = input;
    const row = await tx.loyaltyRule.create({
      data: {
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
  const { shop, clock } = context;
  await context.db.transaction(async (tx) => {
    const before = await lockRule(context, tx, ruleId);
    const where = { shopId: shop.id, ruleId };
    const latest = await tx.loyaltyRuleVersion.findFirstOrThrow({
      where,
      orderBy: { version: "desc" },
    });
    const updatedAt = nextVersion(before.updatedAt, clock.now());
    const row = await tx.loyaltyRule.update({
      where: { shopId_id: { shopId: shop.id, id: ruleId } },
      data: { status: RULE_STATUS.archived, version: before.version + 1, updatedAt },
    });
    await tx.loyaltyRuleVersion.create({
      data: {
        ...latest,
        settings: latest.settings as Prisma.InputJsonValue,
        conditions: latest.conditions as Prisma.InputJsonValue,
        reward: latest.reward ?? Prisma.JsonNull,
        limits: latest.limits as Prisma.InputJsonValue,
        ...{ version: row.version, since: updatedAt, isActive: false },
      },
    });
    await recount(context, tx, row);
    await record(context, tx, row, "archived");
  });
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
  what: "created" | "saved" | "archived",
): Promise<void> {
  const did = { created: "created", saved: "edited", archived: "archived" }[what];
  await recordActivity(context, tx, {
    kind: `loyalty_rule.${what}`,
    message: `The loyalty rule “${name}” was ${did}.`,
    details: { rule_id: String(id), type },
  });
}
