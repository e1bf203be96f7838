import { z } from "zod";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { type LastWrite, writeLast } from "#app/lib/before-commit.ts";
import type { Queries } from "#app/lib/db.ts";
import { idText } from "#app/lib/id-text.ts";
import { insertRows, type NewRow } from "#app/lib/insert-rows.ts";
import type { JobRequest } from "#app/lib/job-request.ts";
import { addJobs, defineJob, requestJob } from "#app/lib/queue.ts";
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

/** A task to plan: what for, and when by business time. */
export interface TaskRequest<S extends z.ZodType> {
  payload: z.output<S>;
  /** By the store's own clock. What is due in more than a minute may be done up to a minute later. */
  dueAt: Date;
}

/** Plans a task in the transaction of the change that asks for it; see {@link TaskRequest}. */
export async function scheduleTask<K extends string, S extends z.ZodType>(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  task: TaskDefinition<K, S>,
  payload: z.output<S>,
  dueAt: Date,
): Promise<void> {
  await scheduleTasks(context, tx, task, [{ payload, dueAt }]);
}

/** Plans tasks of a kind, of which some may be planned already, in the transaction of the change that asks for them. */
export async function scheduleTasks<K extends string, S extends z.ZodType>(
  { shop }: Pick<ShopContext, "shop">,
  tx: Queries,
  task: TaskDefinition<K, S>,
  requests: readonly TaskRequest<S>[],
): Promise<void> {
  const tasks = requests.map(({ payload, dueAt }) => ({
    ...{ shopId: shop.id, kind: task.kind, key: task.key(payload, dueAt), dueAt },
    payload: z.encode(task.payload, payload) as Prisma.InputJsonValue,
  }));
  await writeLast(
    tx,
    TASKS,
    tasks.map((row) => ({ row, runAt: row.dueAt.getTime() - shop.clockOffsetMs })),
  );
}

interface NewTask {
  row: { shopId: bigint; kind: string; key: string } & NewRow<"DueTask">;
  /** By the machine's clock, in milliseconds. */
  runAt: number;
}

/** Written after the needless ones are taken back, which may have the same keys. */
export const TASKS: LastWrite<Queries, NewTask> = {
  turn: 4,
  write: async (tx, tasks) => {
    await insertRows(
      tx,
      "DueTask",
      tasks.map(({ row }) => row),
      { skipDuplicates: true },
    );
    await addJobs(tx, runsOf(tasks));
  },
};

/** A store's renewals fall into the same hours: those of one minute need one run, and so does all that is overdue. */
function runsOf(tasks: readonly NewTask[]): JobRequest[] {
  const now = Date.now();
  const runs = new Map<string, JobRequest>();
  for (const { row, runAt } of tasks) {
    const { shopId, kind, key } = row;
    const minute = Math.ceil(runAt / MINUTE_MS);
    const own = { about: `${kind}:${key}`, at: runAt };
    const isSoon = runAt < now + MINUTE_MS;
    const run = isSoon ? own : { about: `minute ${minute}`, at: minute * MINUTE_MS };
    const place = `${shopId} ${runAt <= now ? "overdue" : run.about}`;
    if (runs.has(place)) continue;
    runs.set(place, requestJob(runDueTasksJob, { shopId, about: run.about }, new Date(run.at)));
  }
  return [...runs.values()];
}
