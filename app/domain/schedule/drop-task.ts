import type { z } from "zod";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import type { TaskDefinition } from "./schedule-task.ts";

/** Takes back a planned task, in the transaction that makes it needless. One that is running goes on. */
export async function dropTask<K extends string, S extends z.ZodType>(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  task: TaskDefinition<K, S>,
  payload: z.output<S>,
  dueAt: Date,
): Promise<void> {
  await tx.dueTask.updateMany({
    where: {
      shopId: shop.id,
      kind: task.kind,
      key: task.key(payload, dueAt),
      doneAt: null,
      claimedBy: null,
    },
    data: { doneAt: clock.now() },
  });
}
