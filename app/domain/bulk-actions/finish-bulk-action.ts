import type { BulkAction } from "#app/generated/prisma/client.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import type { BulkActionKind } from "./bulk-action-kinds.ts";

const DONE: Readonly<Record<BulkActionKind, string>> = {
  pause: "paused",
  resume: "resumed",
  skip: "skipped for one charge",
  retry: "charged again",
  cancel: "canceled",
};

/** Ends an action whose rows have all ended, with a line on the store's timeline. Does nothing a second time. */
export async function finishBulkAction(
  context: Pick<ShopContext, "db" | "shop" | "clock" | "actor">,
  { shopId, id, kind, rowCount }: BulkAction,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const open = ["waiting", "running"];
    const { count } = await tx.bulkAction.updateMany({
      where: { shopId, id, finishedAt: null, rows: { none: { state: { in: open } } } },
      data: { finishedAt: context.clock.now() },
    });
    if (count === 0) return;
    const done = await tx.bulkActionRow.count({
      where: { shopId, bulkActionId: id, state: "done" },
    });
    await recordActivity(context, tx, {
      kind: "bulk_action.finished",
      message: `${done} of ${rowCount} subscriptions were ${DONE[kind as BulkActionKind]}.`,
      details: { bulk_action_id: String(id), done, rows: rowCount },
    });
  });
}
