import { Coalescer } from "#app/lib/coalescer.ts";
import { addJob } from "#app/lib/queue.ts";
import { shortened } from "#app/lib/storable-text.ts";
import type { ShopContext } from "../context.ts";
import { describeFailure } from "../describe-failure.ts";
import { findDeadClaimants } from "./find-dead-claimants.ts";
import { runDueTasksJob } from "./schedule-task.ts";

/** A kind of task and what to do for it, which must be safe to repeat: a crash runs its task again. */
export interface BoundTask {
  readonly kind: string;
  run(context: ShopContext, payload: unknown): Promise<void>;
}

const MAX_BACKOFF_MINUTES = 60;

/** A task mostly waits for the platform, and what many ask of it at about the same time is one call. */
const AT_ONCE = 24;
/** When so few are left of those, the next ones are claimed. */
const CLAIMED_AT = 12;

/** After this time a store with more to do lets others have their turn. */
const TURN_MS = 5_000;

interface ClaimedTask {
  id: bigint;
  kind: string;
  payload: unknown;
  attempts: number;
}

/**
 * Runs the store's open tasks that are due by its clock, several at once and the earliest first, until none is left or
 * its turn is over: then a job goes on where it stopped. A failing task keeps its error and is retried later; the others
 * continue. A task claimed by a dead worker counts as open.
 *
 * @param worker the name of the worker that runs them, as it shows its presence.
 */
export async function runDueTasks(
  context: ShopContext,
  tasks: readonly BoundTask[],
  worker: string,
): Promise<void> {
  const dead = await findDeadClaimants(context.db, context.shop.id);
  const turnEnds = performance.now() + TURN_MS;
  const running = new Set<Promise<void>>();
  const broken: unknown[] = [];
  const marks = new Coalescer((some: ClaimedTask[]) => markDone(context, some));
  try {
    while (performance.now() < turnEnds && broken.length === 0) {
      const most = AT_ONCE - running.size;
      const claimed = await claimNextTasks(context, worker, dead, most);
      for (const task of claimed) {
        const run = runTask(context, tasks, task, marks)
          .catch((error) => void broken.push(error))
          .finally(() => running.delete(run));
        running.add(run);
      }
      if (running.size === 0) return;
      // One that has ended may have planned another.
      if (claimed.length < most) await Promise.all(running);
      while (running.size > CLAIMED_AT) await Promise.race(running);
    }
  } finally {
    // Nothing goes on behind the back of whoever tries again.
    await Promise.all(running);
  }
  // Not even its failure could be written down: the job is tried again.
  if (broken.length > 0) throw broken[0];
  await addJob(context.db.prisma, runDueTasksJob, { shopId: context.shop.id, about: "next turn" });
}

/** One that failed is put off. */
async function runTask(
  context: ShopContext,
  tasks: readonly BoundTask[],
  task: ClaimedTask,
  marks: Coalescer<ClaimedTask, ClaimedTask>,
): Promise<void> {
  try {
    const bound = tasks.find(({ kind }) => kind === task.kind);
    if (!bound) throw new Error(`This version knows no task ${task.kind}.`);
    await bound.run(context, task.payload);
    // Right away: while it is open, the same task cannot be planned again.
    await marks.call(task);
  } catch (error) {
    context.log.warn({ err: error, task: task.kind }, "a due task failed and will be tried again");
    await postpone(context, task, error);
  }
}

/** Those that are due, the earliest first. */
async function claimNextTasks(
  context: ShopContext,
  worker: string,
  dead: string[],
  most: number,
): Promise<ClaimedTask[]> {
  const now = context.clock.now();
  return context.db.prisma.$queryRaw<ClaimedTask[]>`
    UPDATE due_tasks SET attempts = attempts + 1, claimed_by = ${worker}
    WHERE shop_id = ${context.shop.id} AND id IN (
      SELECT id FROM due_tasks
      WHERE shop_id = ${context.shop.id} AND done_at IS NULL AND due_at <= ${now}
        AND (retry_at IS NULL OR retry_at <= ${now})
        AND (claimed_by IS NULL OR claimed_by = ANY (${dead}))
      ORDER BY due_at, id LIMIT ${most}::int FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, payload, attempts`;
}

/** @returns those that are marked. */
async function markDone(
  { db, shop, clock }: ShopContext,
  tasks: ClaimedTask[],
): Promise<ClaimedTask[]> {
  await db.prisma.$executeRaw`
    UPDATE due_tasks SET done_at = ${clock.now()}, claimed_by = NULL, last_error = NULL
    WHERE shop_id = ${shop.id} AND id = ANY (${tasks.map(({ id }) => id)}::bigint[])`;
  return tasks;
}

async function postpone(context: ShopContext, task: ClaimedTask, error: unknown): Promise<void> {
  const minutes = Math.min(MAX_BACKOFF_MINUTES, 2 ** (task.attempts - 1));
  const retryAt = new Date(context.clock.now().getTime() + minutes * 60_000);
  await context.db.prisma.$executeRaw`
    UPDATE due_tasks
    SET retry_at = ${retryAt}, claimed_by = NULL,
        last_error = ${shortened(describeFailure(error), 500)}
    WHERE shop_id = ${context.shop.id} AND id = ${task.id}`;
}
