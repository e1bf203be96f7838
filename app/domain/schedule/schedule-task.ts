import { z } from "zod";
import type { Queries } from "#app/lib/db.ts";
import { addJob, defineJob, idText } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";

/** Runs the store's tasks that have fallen due. `about` says what asked for it. */
export const runDueTasksJob = defineJob({
  name: "run-due-tasks",
  // Jobs that the version before has added say nothing.
  payload: z.object({ shopId: idText, about: z.string().default("sweep") }),
  dedupeKey: ({ about }) => about,
});

/**
 * Work that falls due at an instant of business time: its kind, its payload, and which of its tasks are the
 * same. The area that asks for the work defines it; `app/jobs/` binds its action.
 */
export interface TaskDefinition<K extends string = string, S extends z.ZodType = z.ZodType> {
  /** Kept in the database: never changed. */
  readonly kind: K;
  readonly payload: S;
  /** A task of the same kind and key that is still open keeps its first date. */
  key(payload: z.output<S>, dueAt: Date): string;
}

/** Defines a task; payload types follow from its schema. */
export function defineTask<const K extends string, S extends z.ZodType>(
  task: TaskDefinition<K, S>,
): TaskDefinition<K, S> {
  return task;
}

const MINUTE_MS = 60_000;

/**
 * Plans a task in the transaction of the change that asks for it.
 *
 * @param dueAt business time, by the store's own clock. What is due in more than a minute may be done up to a minute later.
 */
export async function scheduleTask<K extends string, S extends z.ZodType>(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  task: TaskDefinition<K, S>,
  payload: z.output<S>,
  dueAt: Date,
): Promise<void> {
  const { id: shopId, clockOffsetMs } = context.shop;
  const key = task.key(payload, dueAt);
  await tx.$executeRaw`
    INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
    VALUES (${shopId}, ${task.kind}, ${key}, ${JSON.stringify(z.encode(task.payload, payload))}::jsonb, ${dueAt})
    ON CONFLICT (shop_id, kind, key) WHERE done_at IS NULL DO NOTHING`;
  const runAt = dueAt.getTime() - clockOffsetMs;
  // A store's renewals fall into the same hours: those of one minute need one run.
  const minute = Math.ceil(runAt / MINUTE_MS);
  const isSoon = runAt < Date.now() + MINUTE_MS;
  const run = isSoon
    ? { about: `${task.kind}:${key}`, at: runAt }
    : { about: `minute ${minute}`, at: minute * MINUTE_MS };
  await addJob(tx, runDueTasksJob, { shopId, about: run.about }, new Date(run.at));
}
