import { isAppError } from "#app/lib/app-error.ts";
import { formatMinor } from "#app/lib/money.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { Actor, ShopContext } from "../../context.ts";
import { getPlanGroup, type ManagedPlanGroup } from "../../plans/managed-plan-group.ts";
import { savePlanGroup } from "../../plans/save-plan-group.ts";
import { storePlanGroup } from "../../subscriptions/store-plan-group.ts";
import { ownPriceOf } from "./plan-price-fields.ts";

/**
 * Gives the plan itself the price that a change of price has counted for it. Safe to repeat, also after a crash: a plan that has the
 * price is left, and so is one whose price somebody has changed otherwise meanwhile, or whose group was deleted.
 *
 * @throws PlatformFailure, AppError platform_unavailable, or an error while somebody else saves the group: the task is tried again.
 */
export async function changePlanPrice(
  context: ShopContext,
  { priceChangeId }: { priceChangeId: bigint },
): Promise<void> {
  const { db, shop } = context;
  const where = { shopId_id: { shopId: shop.id, id: priceChangeId } };
  const change = await db.prisma.priceChange.findUnique({ where, include: { plan: true } });
  if (!change || change.planAfterMinor === null || change.planDoneAt || change.stoppedAt) return;
  const actor: Actor = { kind: change.actorKind as Actor["kind"], name: change.actorName };
  const wanted = Number(change.planAfterMinor);
  const by = { ...context, actor };
  const note = await setPrice(by, change.plan, Number(change.planBeforeMinor), wanted);
  await db.transaction(async (tx) => {
    const { count } = await tx.priceChange.updateMany({
      where: { shopId: shop.id, id: priceChangeId, planDoneAt: null },
      data: { planDoneAt: context.clock.now(), planNote: note },
    });
    if (count === 0) return;
    const price = `${formatMinor(wanted, change.currency)} ${change.currency}`;
    await recordActivity(by, tx, {
      kind: note === null ? "price_change.plan_changed" : "price_change.plan_kept",
      message:
        note === null
          ? `New subscribers of ${change.plan.name} pay ${price}.`
          : `The price of ${change.plan.name} for new subscribers was not changed. ${note}`,
      details: { price_change_id: String(priceChangeId) },
    });
  });
}

/** @returns null when the plan has the price, or why it keeps its own. */
async function setPrice(
  context: ShopContext,
  { id, planGroupId }: { id: bigint; planGroupId: bigint },
  before: number,
  after: number,
): Promise<string | null> {
  let group: ManagedPlanGroup;
  try {
    group = await readGroup(context, planGroupId);
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return "Its plan group was deleted.";
    throw error;
  }
  const own = group.plans.find((plan) => plan.id === id);
  const now = ownPriceOf(own?.pricing ?? null);
  if (now === after) return null;
  if (now !== before) return "The plan was changed otherwise meanwhile.";
  const input = inputOf(group, id, after, context.shop.currency);
  if (!input) return "Another plan of its group has a price that only Shopify's pages can show.";
  try {
    const { version } = group;
    const saved = await savePlanGroup(context, { groupId: planGroupId, version, input });
    if (saved.outcome === "saved") return null;
  } catch (error) {
    if (!isAppError(error) || error.code === "platform_unavailable") throw error;
    return error.message;
  }
  throw new Error(
    "The plan group is being saved by somebody else: its price is changed after that.",
  );
}

/**
 * The group as the platform has it now: a save deletes the plans that it does not name, and one may have been made on
 * the platform since our rows were written.
 */
async function readGroup(context: ShopContext, id: bigint): Promise<ManagedPlanGroup> {
  const { platformId, version } = await getPlanGroup(context, id);
  const current = await context.platform.getPlanGroup(Number(platformId));
  // One that is gone is found so by the save, too.
  if (!current) return getPlanGroup(context, id);
  const asOf = new Date(version);
  await context.db.transaction((tx) => storePlanGroup(context, tx, current, asOf));
  return getPlanGroup(context, id);
}

/** What the editor of the group would send; null for a group that it cannot write. */
function inputOf(group: ManagedPlanGroup, planId: bigint, priceMinor: number, currency: string) {
  const plans = group.plans.map(({ id, name, interval, pricing, trial }) => {
    if (!pricing) return null;
    const { discount, cycles } = pricing;
    const text = (minor: number) => formatMinor(minor, currency);
    const own = { type: "fixed_price", amount: text(priceMinor) };
    const usual =
      discount === null
        ? { type: "none" }
        : discount.kind === "percentage"
          ? { type: "percentage", percentage: discount.percentage }
          : { type: discount.kind, amount: text(discount.amountMinor) };
    return {
      ...{ planId: String(id), name, interval },
      ...{ discount: id === planId ? own : usual, discountCycles: cycles },
      trial: trial && { days: trial.days, fee: text(trial.feeMinor) },
    };
  });
  if (plans.some((plan) => plan === null)) return null;
  return { name: group.name, kind: group.kind, customerTag: group.customerTag, plans };
}
