import type { PastImport } from "#app/generated/prisma/client.ts";
import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import { addJob } from "#app/lib/queue.ts";
import { splitUnreadable, type Unreadable } from "#app/platform/platform-unreadable.ts";
import type { ShopContext } from "../context.ts";
import { eachOrSetAside, setAside } from "../set-aside/set-aside.ts";
import type { PastImportPlan } from "./past-import.ts";

/** The platform tells when its run is over; this is for a webhook that was lost. */
const LOOK_AGAIN_MS = 10_000;
/** How many items are written at once. */
const BATCH = 100;

/**
 * One step of an import: starts the platform's run, waits for it, or stores what it has found. How far that went is noted
 * after each batch, so that a crash resumes there.
 *
 * @throws PlatformFailure, so that the job is tried again.
 */
export async function runPastImport<T>(
  context: ShopContext,
  plan: PastImportPlan<T>,
): Promise<void> {
  const { db, shop, platform } = context;
  const open = await db.prisma.pastImport.findUnique({ where: keyOf(context, plan) });
  if (!open || open.completedAt) return;
  const operationGid = open.operationGid ?? (await start(context, plan));
  // First, so that the webhook's job, which replaces this one, is not replaced itself.
  const lookAgainAt = new Date(Date.now() + LOOK_AGAIN_MS);
  await addJob(db.prisma, plan.job, { shopId: shop.id }, lookAgainAt);
  const run = await platform.getExport(operationGid);
  if (run.state === "running") return;
  if (run.state === "failed") return startAgain(context, plan, run.reason);
  await note(context, plan, { found: run.found });
  if (run.url !== null) await storeAll(context, plan, open, run.url);
  await note(context, plan, { completedAt: context.clock.now() });
}

async function start<T>(context: ShopContext, plan: PastImportPlan<T>): Promise<string> {
  const operationGid = await plan.start(context.platform);
  await note(context, plan, { operationGid, found: null, stored: 0 });
  return operationGid;
}

async function storeAll<T>(
  context: ShopContext,
  plan: PastImportPlan<T>,
  open: PastImport,
  url: string,
): Promise<void> {
  let stored = open.operationGid === null ? 0 : open.stored;
  let batch: (T | Unreadable)[] = [];
  const thingOf = (item: T | Unreadable) => plan.thingOf(context.shop.id, item);
  const flush = async () => {
    const { readable, unreadable } = splitUnreadable(batch);
    for (const one of unreadable) await setAside(context, thingOf(one), one.error);
    await inBatches(readable, BATCH, (some) =>
      eachOrSetAside(context, some, thingOf, (few) => plan.store(context, few, open.beganAt)),
    );
    stored += batch.length;
    batch = [];
    // Whatever follows the facts reads them while they still come.
    await analyzeGrownTables(context.db.pool);
    await note(context, plan, { stored });
  };
  for await (const item of plan.read(context.platform, url, stored)) {
    batch.push(item);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

/** The platform refuses a whole run for one field that it hides. */
async function startAgain<T>(
  context: ShopContext,
  plan: PastImportPlan<T>,
  reason: string,
): Promise<void> {
  const { subject } = plan;
  context.log.warn({ subject, reason }, "the platform's run over a store's past has failed");
  if (plan.storeWithoutRun && reason.endsWith("ACCESS_DENIED")) {
    await plan.storeWithoutRun(context);
    return note(context, plan, { completedAt: context.clock.now() });
  }
  await note(context, plan, { operationGid: null });
  throw new Error(`the platform's run over all ${subject} has failed: ${reason}`);
}

async function note<T>(
  context: ShopContext,
  plan: PastImportPlan<T>,
  data: Partial<Pick<PastImport, "operationGid" | "found" | "stored" | "completedAt">>,
): Promise<void> {
  await context.db.prisma.pastImport.update({ where: keyOf(context, plan), data });
}

function keyOf<T>({ shop }: Pick<ShopContext, "shop">, { subject }: PastImportPlan<T>) {
  return { shopId_subject: { shopId: shop.id, subject } };
}
