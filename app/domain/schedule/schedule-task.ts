import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";

/** Work that falls due at an instant of business time, and its payload. Ids travel as decimal texts. */
export interface DueTaskPayloads {
  /** Withdraws the effect of an applied offer whose grace is over. */
  "end-grace": { appliedOfferId: string };
  /** Expires the credit whose time is over. Planned by the ledger's own functions in the database. */
  "expire-credit": Record<string, never>;
  /** Forfeits what a plan gave a customer whose contract has ended. */
  "forfeit-credit": { subscriptionId: string };
  /** Works a grant to the members of a plan off. */
  "grant-to-plan": { runId: string };
  /** Applies a confirmed file of adjustments. */
  "apply-credit-file": { fileId: string };
  /** Gives back credit that was kept for a checkout which came to nothing. */
  "release-hold": { holdId: string };
}

export type DueTaskKind = keyof DueTaskPayloads;

/**
 * Plans a task in the transaction of the change that asks for it. A task of the same kind and key that
 * is still open keeps its first date.
 *
 * @param dueAt business time, by the store's own clock.
 */
export async function scheduleTask<K extends DueTaskKind>(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  task: { kind: K; key: string; dueAt: Date; payload: DueTaskPayloads[K] },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
    VALUES (${context.shop.id}, ${task.kind}, ${task.key}, ${JSON.stringify(task.payload)}::jsonb, ${task.dueAt})
    ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING`;
  const shopId = String(context.shop.id);
  await addJob(
    tx,
    "run-due-tasks",
    { shopId },
    {
      dedupeKey: `${task.kind}:${task.key}`,
      runAt: new Date(task.dueAt.getTime() - context.shop.clockOffsetMs),
    },
  );
}
