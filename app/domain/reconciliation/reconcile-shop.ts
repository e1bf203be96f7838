import type { Reconciliation } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob, addJobs } from "#app/lib/queue.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import { findMerges } from "../customer-merges/find-merges.ts";
import {
  type Comparison,
  findMissedOrders,
  type MissedOrders,
  repairOrders,
} from "../orders/compare-orders.ts";
import { openPastImport } from "../past-imports/open-past-import.ts";
import { PAST_SUBJECTS, type PastSubject } from "../past-imports/past-import.ts";
import { requestPastImports } from "../past-imports/past-import-jobs.ts";
import { findTagDriftJob } from "../perks/perk-jobs.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import { followShopJob } from "../shops/shop-jobs.ts";
import { importPlans } from "../subscriptions/import-plans.ts";
import { askUnpaid } from "./ask-unpaid.ts";
import { bringInSetAside } from "./bring-in-set-aside.ts";
import { compareContracts, compareCustomers } from "./compare-records.ts";
import { reconcileShopTask } from "./reconciliation-tasks.ts";

/** What the platform dated shortly before a run may not have been in its answer yet. */
const OVERLAP_MS = 10 * 60_000;
const KEPT_DAYS = 90;
/** Between two runs where a test clock was moved: such a store lives through months in minutes. */
const TEST_CLOCK_DAYS = 30;

/** Plans the next comparison, a day from now. One that is planned already keeps its date. */
export async function scheduleReconciliation(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
): Promise<void> {
  const { clockOffsetMs, ianaTimezone } = context.shop;
  const dueAt = addDays(context.clock.now(), clockOffsetMs > 0 ? TEST_CLOCK_DAYS : 1, ianaTimezone);
  await scheduleTask(context, tx, reconcileShopTask, {}, dueAt);
}

/**
 * Finds what was changed on the platform since the last run, reads again what our rows do not have as it is, and
 * keeps how much that was: webhooks that never came are the usual reason. What was set aside is read again too, whenever it
 * was changed. A kind of thing that cannot be compared keeps none of the others from it. Safe to repeat; a run that was
 * interrupted begins again where the last complete one began.
 *
 * @throws PlatformFailure, so that the task is tried again.
 */
export async function reconcileShop(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  const beganAt = clock.now();
  const where = { shopId: shop.id };
  const last = await db.prisma.reconciliation.findFirst({ where, orderBy: { id: "desc" } });
  const since = last && new Date(last.beganAt.getTime() - OVERLAP_MS);
  let missedOrders: MissedOrders | null = null;
  const { done, failures } = await allOf({
    again: () => bringInSetAside(context),
    // The store itself: another name, zone, contact or domain.
    store: () => addJob(db.prisma, followShopJob, { shopId: shop.id }),
    // Before contracts: one that comes over asks for the order that began it, which would not be counted any more.
    findOrders: async () => {
      missedOrders = await findImportedOrders(context, last);
    },
    // The platform sends no webhook about plans that somebody changes beside the app.
    plans: () => importPlans(context),
    customers: () => compareCustomers(context, since),
    contracts: () => compareContracts(context, since),
    unpaid: () => askUnpaid(context),
    orders: () => repairImportedOrders(context, missedOrders),
    merges: () => findMerges(context, last?.customersAskedTo ?? 0n),
  });
  if (!done) throw failures[0];
  const { customers, contracts, orders, merges } = done;
  await db.transaction(async (tx) => {
    await tx.reconciliation.create({
      data: {
        ...{ shopId: shop.id, since, beganAt, completedAt: clock.now() },
        ...{ ordersCompared: orders.compared, ordersRepaired: orders.repaired },
        ...{ contractsCompared: contracts.compared, contractsRepaired: contracts.repaired },
        ...{ customersCompared: customers.compared, customersRepaired: customers.repaired },
        ...{ mergesRepaired: merges.repaired, customersAskedTo: merges.askedTo },
      },
    });
    const oldest = addDays(beganAt, -KEPT_DAYS, shop.ianaTimezone);
    await tx.reconciliation.deleteMany({ where: { ...where, beganAt: { lt: oldest } } });
    await tx.dueTask.updateMany({
      where: { ...where, kind: reconcileShopTask.kind, doneAt: null },
      data: { doneAt: clock.now(), claimedBy: null },
    });
    await scheduleReconciliation(context, tx);
    await addJob(tx, findTagDriftJob, { shopId: shop.id });
  });
  const drift = orders.repaired + contracts.repaired + customers.repaired + merges.repaired;
  const level = drift > 0 ? "warn" : "info";
  context.log[level](
    { orders, contracts, customers, merges: merges.repaired },
    "compared the store with the platform",
  );
}

/** Does one after the other, whether or not one before it has failed. */
async function allOf<T extends Record<string, unknown>>(
  steps: {
    [K in keyof T]: () => Promise<T[K]>;
  },
): Promise<{ done: T | null; failures: unknown[] }> {
  const done: Partial<T> = {};
  const failures: unknown[] = [];
  for (const [name, step] of Object.entries(steps) as [keyof T, () => Promise<T[keyof T]>][]) {
    try {
      done[name] = await step();
    } catch (error) {
      failures.push(error);
    }
  }
  return { done: failures.length === 0 ? (done as T) : null, failures };
}

/** Orders are compared once they have been imported: until then every one would be missing, and this is null. */
async function findImportedOrders(
  context: ShopContext,
  last: Reconciliation | null,
): Promise<MissedOrders | null> {
  const { db, shop } = context;
  await openMissingImports(context);
  const where = { shopId_subject: { shopId: shop.id, subject: "orders" } };
  const done = await db.prisma.pastImport.findUnique({ where });
  if (!done?.completedAt) return null;
  // The first run after an import looks at what was changed while it ran.
  const from = last && last.beganAt > done.completedAt ? last.beganAt : done.beganAt;
  return findMissedOrders(context, new Date(from.getTime() - OVERLAP_MS));
}

async function repairImportedOrders(
  context: ShopContext,
  missed: MissedOrders | null,
): Promise<Comparison> {
  if (!missed) return { compared: 0, repaired: 0 };
  return { compared: missed.compared, repaired: await repairOrders(context, missed) };
}

/** A store that was installed by an earlier version lacks the imports that came later. */
async function openMissingImports(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const known = await db.prisma.pastImport.count({ where: { shopId: shop.id } });
  if (known === PAST_SUBJECTS.length) return;
  await db.transaction(async (tx) => {
    for (const subject of PAST_SUBJECTS) await openMissingImport(context, tx, subject);
    await addJobs(tx, requestPastImports(shop.id));
  });
}

async function openMissingImport(
  context: ShopContext,
  tx: Queries,
  subject: PastSubject,
): Promise<void> {
  const where = { shopId_subject: { shopId: context.shop.id, subject } };
  if (!(await tx.pastImport.findUnique({ where }))) await openPastImport(context, tx, subject);
}
