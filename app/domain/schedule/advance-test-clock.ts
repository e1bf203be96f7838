import { type AppError, wrongField } from "#app/lib/app-error.ts";
import { addJob } from "#app/lib/queue.ts";
import type { AppContext } from "../context.ts";
import { notifyAccessChange } from "../shops/access-change.ts";
import type { Shop } from "../shops/shop.ts";
import { bringToRest, type Rest } from "./bring-to-rest.ts";
import { runDueTasksJob } from "./schedule-task.ts";

const WORK_TIMEOUT_MS = 60_000;
const FURTHEST_AHEAD_MS = 20 * 366 * 86_400_000;

/** Attempts of a task after which the clock stops for the next one. What fails for longer is tried at other stops, and at the end. */
const ATTEMPTS_IN_ORDER = 1;

/** How often the clock may stop at one instant before what is due there counts as stuck. */
const PATIENCE = 3;

/**
 * The earliest instant up to `until` at which the store has something to do, or tries again what has failed; null when there
 * is nothing.
 */
export async function findNextDue(app: AppContext, shop: Shop, until: Date): Promise<Date | null> {
  const [row] = await app.db.prisma.$queryRaw<{ at: Date | null }[]>`
    SELECT min(greatest(due_at, retry_at)) AS at FROM due_tasks
    WHERE shop_id = ${shop.id} AND done_at IS NULL AND due_at <= ${until}
      AND (retry_at IS NULL OR (retry_at <= ${until} AND attempts <= ${ATTEMPTS_IN_ORDER}))`;
  return row?.at ?? null;
}

/** Where the clock stands now, and what of the store's work has not succeeded. */
export interface ClockMove extends Pick<Rest, "failing"> {
  now: Date;
}

/**
 * Sets a development store's clock to `to`, runs what is due by then and what has failed before, and answers once the store
 * is at rest. Steps through everything due in order are the caller's: see {@link advanceTestClock}.
 *
 * @param tried the jobs that have been tried again in earlier steps; see {@link bringToRest}.
 * @throws AppError invalid_input when the store is not for development, or `to` lies in its past.
 */
export async function setTestClock(
  app: AppContext,
  shop: Shop,
  to: Date,
  tried = new Set<string>(),
): Promise<ClockMove> {
  if (!shop.isDevelopment) {
    throw clockError("Only a development store has a test clock.");
  }
  const offsetMs = to.getTime() - Date.now();
  if (offsetMs > FURTHEST_AHEAD_MS)
    throw clockError("The clock cannot go further ahead than 20 years.");
  await app.db.transaction(async (tx) => {
    // Forward only, and never back by a late repeat of an earlier step: the clock keeps ticking.
    await tx.$executeRaw`
      UPDATE shops SET clock_offset_ms = greatest(clock_offset_ms, ${offsetMs}::bigint), updated_at = now()
      WHERE id = ${shop.id}`;
    await notifyAccessChange(tx, shop.id);
    await addJob(tx, runDueTasksJob, { shopId: shop.id, about: "test-clock" });
  });
  const { outcome, failing } = await bringToRest(app.db.prisma, shop.id, WORK_TIMEOUT_MS, tried);
  if (outcome === "late") {
    throw clockError("The store's jobs did not finish in time. Is the worker running?");
  }
  const row = await app.db.prisma.shop.findUniqueOrThrow({ where: { id: shop.id } });
  return { now: new Date(Date.now() + Number(row.clockOffsetMs)), failing };
}

/**
 * Moves the clock to `to`, stopping at each instant at which something is due, so everything
 * happens in order and at its own time.
 */
export async function advanceTestClock(app: AppContext, shop: Shop, to: Date): Promise<ClockMove> {
  const tried = new Set<string>();
  let last = 0;
  let repeated = 0;
  for (;;) {
    const next = await findNextDue(app, shop, to);
    if (!next) return setTestClock(app, shop, to, tried);
    repeated = next.getTime() <= last ? repeated + 1 : 0;
    if (repeated > PATIENCE) throw clockError(`What is due at ${next.toISOString()} is not done.`);
    last = Math.max(last, next.getTime());
    await setTestClock(app, shop, next, tried);
  }
}

function clockError(message: string): AppError {
  return wrongField("to", message);
}
