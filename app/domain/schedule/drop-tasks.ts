import type { z } from "zod";
import { writeNow } from "#app/lib/before-commit.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import { TASKS, type TaskDefinition } from "./schedule-task.ts";

/**
 * Takes back the planned tasks of a kind, in the transaction that makes them needless. One that is running goes on.
 *
 * @param keyStart the beginning of their keys.
 */
export async function dropTasks<K extends string, S extends z.ZodType>(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  task: TaskDefinition<K, S>,
  keyStart: string,
): Promise<void> {
  await writeNow(tx, TASKS);
  // In the order of the index over kind and key, so that the planner takes that one: it may know of no difference to the one
  // over all open tasks of the store.
  await tx.$executeRaw`
    UPDATE due_tasks SET done_at = ${clock.now()} WHERE shop_id = ${shop.id} AND id IN (
      SELECT id FROM due_tasks
      WHERE shop_id = ${shop.id} AND kind = ${task.kind} AND starts_with(key, ${keyStart})
        AND done_at IS NULL AND claimed_by IS NULL
      ORDER BY key FOR UPDATE)`;
}
