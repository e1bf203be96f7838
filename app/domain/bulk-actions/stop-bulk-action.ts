import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import { finishBulkAction } from "./finish-bulk-action.ts";

/**
 * Stops a bulk action: rows that wait are left as they are, those that are being changed are completed. Safe to repeat.
 *
 * @throws AppError not_found.
 */
export async function stopBulkAction(context: ShopContext, id: bigint): Promise<void> {
  const { db, shop, clock, actor } = context;
  const where = { shopId_id: { shopId: shop.id, id } };
  const action = await db.prisma.bulkAction.findUnique({ where });
  if (!action) throw new AppError("not_found", "There is no such bulk action.");
  if (action.finishedAt) return;
  await db.prisma.bulkActionRow.updateMany({
    where: { shopId: shop.id, bulkActionId: id, state: "waiting" },
    data: {
      state: "refused",
      note: `Stopped by ${actor.name ?? "the staff"}.`,
      endedAt: clock.now(),
    },
  });
  await finishBulkAction(context, action);
}
