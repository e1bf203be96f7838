import { AppError } from "#app/lib/app-error.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import { PASSES, runPriceChangeTask } from "./price-change-tasks.ts";

/**
 * Stops a change of price before its day: everybody keeps the price they have, and whoever was told is told so. Safe to repeat.
 *
 * @throws AppError not_found; change_refused once the day has come: those who have paid the new price were charged rightly, and
 *   another change gives a lower one.
 */
export async function stopPriceChange(context: ShopContext, id: bigint): Promise<void> {
  const { db, shop, clock } = context;
  await db.transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM price_changes WHERE shop_id = ${shop.id} AND id = ${id} FOR NO KEY UPDATE`;
    const change = await tx.priceChange.findUnique({
      where: { shopId_id: { shopId: shop.id, id } },
      include: { plan: true },
    });
    if (!change) throw new AppError("not_found", "There is no such price change.");
    if (change.stoppedAt) return;
    const now = clock.now();
    if (change.effectiveAt <= now) {
      const message =
        "The new price holds already. To lower it again, start another price change of the plan.";
      throw new AppError("change_refused", message);
    }
    await tx.priceChange.update({
      where: { shopId_id: { shopId: shop.id, id } },
      data: { stoppedAt: now, pass: PASSES.undo },
    });
    await recordActivity(context, tx, {
      kind: "price_change.stopped",
      message: `The new price of ${change.plan.name} was stopped: its subscribers keep theirs.`,
      details: { price_change_id: String(id) },
    });
    const first = { priceChangeId: id, pass: PASSES.undo, batch: 0 };
    await scheduleTask(context, tx, runPriceChangeTask, first, now);
  });
}
