import type { LoyaltyPointReward } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { publishLoyaltyRulesJob } from "../loyalty-jobs.ts";
import { parsePointReward } from "./point-reward-input.ts";

/** @throws AppError invalid_input. */
export async function createPointReward(
  context: ShopContext,
  given: unknown,
): Promise<LoyaltyPointReward> {
  const input = parsePointReward(given);
  const { db, shop, clock } = context;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const row = await tx.loyaltyPointReward.create({
      data: { shopId: shop.id, ...input, createdAt: now, updatedAt: now },
    });
    await tell(context, tx, row, "created");
    return row;
  });
}

/**
 * Changes what points are given for. Who has got it keeps what they got.
 *
 * @param edit.version the `updated_at` that the editor was opened with; when it has changed since, nothing is saved and the
 *   outcome is `stale`.
 * @throws AppError invalid_input, not_found.
 */
export async function savePointReward(
  context: ShopContext,
  edit: { id: bigint; version: string; input: unknown },
): Promise<{ outcome: "saved"; pointReward: LoyaltyPointReward } | StaleEdit> {
  const input = parsePointReward(edit.input);
  return context.db.transaction(async (tx) => {
    const before = await lockPointReward(context, tx, edit.id);
    if (before.updatedAt.toISOString() !== edit.version) return { outcome: "stale" };
    const pointReward = await tx.loyaltyPointReward.update({
      where: { shopId_id: { shopId: before.shopId, id: before.id } },
      data: { ...input, updatedAt: nextVersion(before.updatedAt, context.clock.now()) },
    });
    await tell(context, tx, pointReward, "edited");
    return { outcome: "saved", pointReward };
  });
}

/**
 * Offers it, or offers it no more until it is switched on again. Who has got it keeps what they got. Repeating changes nothing.
 *
 * @throws AppError not_found.
 */
export async function setPointRewardActive(
  context: ShopContext,
  { id, active }: { id: bigint; active: boolean },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await lockPointReward(context, tx, id);
    if (before.isActive === active) return;
    const pointReward = await tx.loyaltyPointReward.update({
      where: { shopId_id: { shopId: before.shopId, id } },
      data: { isActive: active, updatedAt: nextVersion(before.updatedAt, context.clock.now()) },
    });
    await tell(context, tx, pointReward, active ? "switched_on" : "switched_off");
  });
}

/** Takes it out of the list for good. Who has got it keeps what they got. */
export async function archivePointReward(context: ShopContext, id: bigint): Promise<void> {
  await context.db.transaction(async (tx) => {
    const before = await lockPointReward(context, tx, id);
    const now = nextVersion(before.updatedAt, context.clock.now());
    await tx.loyaltyPointReward.update({
      where: { shopId_id: { shopId: before.shopId, id } },
      data: { isActive: false, archivedAt: now, updatedAt: now },
    });
    await tell(context, tx, before, "archived");
  });
}

/**
 * Keeps it as it is until the transaction ends.
 *
 * @throws AppError not_found, also for one that was archived.
 */
export async function lockPointReward(
  { shop }: Pick<ShopContext, "shop">,
  tx: Queries,
  id: bigint,
): Promise<LoyaltyPointReward> {
  await tx.$queryRaw`
    SELECT id FROM loyalty_point_rewards WHERE shop_id = ${shop.id} AND id = ${id} FOR UPDATE`;
  const row = await tx.loyaltyPointReward.findUnique({
    where: { shopId_id: { shopId: shop.id, id } },
  });
  if (!row || row.archivedAt) {
    throw new AppError("not_found", "There is no such reward for points, or it was archived.");
  }
  return row;
}

/** Writes the change down, and has the storefront told. */
async function tell(
  context: ShopContext,
  tx: Queries,
  { id, name, points }: LoyaltyPointReward,
  what: "created" | "edited" | "switched_on" | "switched_off" | "archived",
): Promise<void> {
  await recordActivity(context, tx, {
    kind: `loyalty_point_reward.${what}`,
    message: `The reward “${name}” for ${points} points was ${what.replace("_", " ")}.`,
    details: { point_reward_id: String(id) },
  });
  await addJob(tx, publishLoyaltyRulesJob, { shopId: context.shop.id });
}
