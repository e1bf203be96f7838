import type { z } from "zod";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import type { TaskDefinition } from "./schedule-task.ts";

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
  await tx.dueTask.updateMany({
    where: {
      shopId: shop.id,
      kind: task.kind,
      key: { startsWith: keyStart },
      doneAt: null,
      claimedBy: null,
    },
    data: { doneAt: clock.now() },
  });
}
