import type { BulkAction } from "#app/generated/prisma/client.ts";
import type { Actor, ShopContext } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import type { BulkActionKind } from "./bulk-action-kinds.ts";
import { runBulkActionTask } from "./bulk-action-tasks.ts";
import { changeRow } from "./change-row.ts";
import { claimRow, LEASE_MS } from "./claim-row.ts";
import { finishBulkAction } from "./finish-bulk-action.ts";

/** What other due tasks of the store wait for at most. */
const ROWS_IN_A_BATCH = 200;
/** Rows that are changed side by side: the platform answers one call in a third of a second. */
const LANES = 4;

/**
 * Works through a batch of a bulk action's rows, and plans the next batch. Each row is claimed by one worker at a time and
 * changed under the name of whoever started the action; what is meant by it is written down first, so that the batch may be
 * run again, at once or after a crash.
 *
 * @throws an error of the platform's, when a row has to be tried again: the task is tried again later.
 */
export async function runBulkAction(
  context: ShopContext,
  { bulkActionId, batch }: { bulkActionId: bigint; batch: number },
): Promise<void> {
  const { db, shop } = context;
  const where = { shopId_id: { shopId: shop.id, id: bulkActionId } };
  const action = await db.prisma.bulkAction.findUnique({ where });
  if (!action || action.finishedAt) return;
  const actor: Actor = { kind: action.actorKind as Actor["kind"], name: action.actorName };
  const ended = await workOff({ ...context, actor }, action);
  const failure = ended.find((one) => one.status === "rejected");
  if (failure) throw failure.reason;
  const open = await countOpen(context, action);
  if (open.waiting + open.running === 0) return finishBulkAction({ ...context, actor }, action);
  // Rows that another worker has begun with: it may have died over them.
  const wait = open.waiting > 0 ? 0 : LEASE_MS;
  const dueAt = new Date(context.clock.now().getTime() + wait);
  const next = { bulkActionId, batch: batch + 1 };
  await db.transaction((tx) => scheduleTask(context, tx, runBulkActionTask, next, dueAt));
}

async function workOff(
  context: ShopContext,
  action: BulkAction,
): Promise<PromiseSettledResult<void>[]> {
  let left = ROWS_IN_A_BATCH;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const row = await claimRow(context, action);
      if (!row) return;
      try {
        await changeRow(context, { ...action, kind: action.kind as BulkActionKind }, row);
      } catch (error) {
        // Where the platform does not answer, the other rows wait too.
        left = 0;
        throw error;
      }
    }
  };
  return Promise.allSettled(Array.from({ length: LANES }, work));
}

async function countOpen({ db }: ShopContext, { shopId, id }: BulkAction) {
  const count = (state: string) =>
    db.prisma.bulkActionRow.count({ where: { shopId, bulkActionId: id, state } });
  return { waiting: await count("waiting"), running: await count("running") };
}
