import { isDeepStrictEqual } from "node:util";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../activity/record-activity.ts";
import { publishCancelFlowJob } from "../churn/churn-jobs.ts";
import type { ShopContext } from "../context.ts";
import type { StaleEdit } from "../edit-version.ts";
import {
  PORTAL_ACTIONS,
  type PortalAction,
  portalOffSchema,
  readPlanPortalOff,
  readStorePortalOff,
} from "../shops/portal-actions.ts";
import {
  readWithdrawalRule,
  type WithdrawalRule,
  withdrawalRuleSchema,
} from "../shops/withdrawal-rule.ts";

const inputSchema = portalOffSchema.nullable();
const SETTING = "withdrawal";

/** What a merchant edits: `off` is null for a plan that is as all plans are. The choice is small enough to be its own version. */
export interface PortalSettings {
  planName: string | null;
  off: PortalAction[] | null;
  /** Of all plans alone: the law makes no difference between them. */
  withdrawal: WithdrawalRule | null;
  version: string;
}

/**
 * What is switched off for the subscribers of a plan, or for all plans.
 *
 * @param planId null for all plans that have no choice of their own.
 * @throws AppError not_found, also for a plan that was deleted.
 */
export async function readPortalSettings(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  planId: bigint | null,
): Promise<PortalSettings> {
  return settingsOf(db.prisma, shop.id, planId);
}

async function settingsOf(
  tx: Queries,
  shopId: bigint,
  planId: bigint | null,
): Promise<PortalSettings> {
  if (planId === null) {
    const off = await readStorePortalOff(tx, shopId);
    const withdrawal = await readWithdrawalRule(tx, shopId);
    return { planName: null, off, withdrawal, version: versionOf(off, withdrawal) };
  }
  const plan = await tx.plan.findUnique({ where: { shopId_id: { shopId, id: planId } } });
  if (!plan || plan.removedAt) {
    throw new AppError("not_found", "There is no such plan, or it was deleted.");
  }
  const off = readPlanPortalOff(plan.portalOff);
  return { planName: plan.name, off, withdrawal: null, version: versionOf(off, null) };
}

function versionOf(off: PortalAction[] | null, withdrawal: WithdrawalRule | null): string {
  return JSON.stringify(withdrawal ? { off, withdrawal } : off);
}

/**
 * Saves what shoppers may not do by themselves, and for how long they can withdraw, from their next look at the page on. Safe to
 * repeat.
 *
 * @param edit.version the version the editor was opened with; when the choice has changed since, nothing is saved
 *   and the outcome is `stale`.
 * @throws AppError not_found, invalid_input.
 */
export async function savePortalActions(
  context: ShopContext,
  edit: { planId: bigint | null; version: string; off: unknown; withdrawal?: unknown },
): Promise<{ outcome: "saved" } | StaleEdit> {
  const parsed = inputSchema.safeParse(edit.off);
  if (!parsed.success) throw invalidInput(parsed.error, () => "off");
  const { planId } = edit;
  if (planId === null && parsed.data === null) {
    throw wrongField("off", "Choose what shoppers can change.");
  }
  const rule = edit.withdrawal == null ? null : readRule(edit.withdrawal);
  const off = parsed.data && PORTAL_ACTIONS.filter((action) => parsed.data?.includes(action));
  const { id: shopId } = context.shop;
  return context.db.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM shops WHERE id = ${shopId} FOR UPDATE`;
    const before = await settingsOf(tx, shopId, planId);
    // Whoever says nothing of the withdrawal leaves it as it is.
    const withdrawal = before.withdrawal && (rule ?? before.withdrawal);
    if (before.version === versionOf(off, withdrawal)) return { outcome: "saved" };
    if (before.version !== edit.version) return { outcome: "stale" };
    if (withdrawal) await saveRule(context, tx, before.withdrawal, withdrawal);
    const saved = JSON.stringify(off);
    if (saved === JSON.stringify(before.off)) return { outcome: "saved" };
    if (planId === null) {
      await tx.$executeRaw`
        UPDATE shops SET settings = settings || jsonb_build_object('portal', jsonb_build_object('off', ${saved}::jsonb))
        WHERE id = ${shopId}`;
    } else {
      await tx.$executeRaw`
        UPDATE plans SET portal_off = NULLIF(${saved}::jsonb, 'null'::jsonb)
        WHERE shop_id = ${shopId} AND id = ${planId}`;
    }
    await recordActivity(context, tx, {
      kind: "portal.actions_changed",
      message: sentenceOf(before.planName, off),
      details: { plan: before.planName, off: off?.join(", ") ?? null },
    });
    return { outcome: "saved" };
  });
}

function readRule(input: unknown): WithdrawalRule {
  const parsed = withdrawalRuleSchema.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error, (path) => [SETTING, ...path].join("."));
  return parsed.data;
}

/** The storefront's cards show the button by this rule. */
async function saveRule(
  context: ShopContext,
  tx: Queries,
  before: WithdrawalRule | null,
  rule: WithdrawalRule,
): Promise<void> {
  const { id: shopId } = context.shop;
  if (isDeepStrictEqual(before, rule)) return;
  await tx.$executeRaw`
    UPDATE shops SET settings = settings || jsonb_build_object('withdrawal', ${JSON.stringify(rule)}::jsonb)
    WHERE id = ${shopId}`;
  await addJob(tx, publishCancelFlowJob, { shopId });
  await recordActivity(context, tx, {
    kind: "portal.withdrawal_changed",
    message: rule.isOn
      ? `Shoppers can withdraw from a contract for ${rule.days} days.`
      : "Shoppers cannot withdraw from a contract by themselves.",
    details: { is_on: rule.isOn, days: rule.days },
  });
}

function sentenceOf(planName: string | null, off: readonly PortalAction[] | null): string {
  const who = planName === null ? "Shoppers" : `Subscribers of ${planName}`;
  if (off === null) return `${who} can change what those of other plans can.`;
  if (off.length === 0) return `${who} can change everything by themselves.`;
  return `${who} cannot change by themselves: ${off.join(", ").replaceAll("_", " ")}.`;
}
