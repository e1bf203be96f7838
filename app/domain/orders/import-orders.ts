import type { OrderImport } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../context.ts";
import { compareOrders } from "./compare-orders.ts";
import { importOrdersJob } from "./order-jobs.ts";
import { storePastOrders } from "./store-past-orders.ts";

/** The platform tells when its run is over; this is for a webhook that was lost. */
const LOOK_AGAIN_MS = 10_000;
/** How many orders are written at once. */
const BATCH = 100;

/**
 * Opens a store's import of orders, unless one is open: what was placed from now on is news. The platform's times are
 * whole seconds, so now is this whole second. A store that comes back is imported again.
 */
export async function openOrderImport(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO order_imports AS i (shop_id, began_at) VALUES (${context.shop.id}, date_trunc('second', ${context.clock.now()}::timestamptz))
    ON CONFLICT (shop_id) DO UPDATE SET operation_gid = NULL, found = NULL, stored = 0,
      began_at = excluded.began_at, completed_at = NULL
    WHERE i.completed_at IS NOT NULL`;
}

/**
 * One step of an import: starts the platform's run over all orders, waits for it, or stores what it has found. Each
 * order is stored as one that a webhook led to, and how far that went is noted, so that a crash resumes there.
 *
 * @throws PlatformFailure, so that the job is tried again.
 */
export async function importOrders(context: ShopContext): Promise<void> {
  const { db, shop, platform } = context;
  const where = { shopId: shop.id };
  const open = await db.prisma.orderImport.findUnique({ where });
  if (!open || open.completedAt) return;
  const operationGid = open.operationGid ?? (await start(context));
  // First, so that the webhook's job, which replaces this one, is not replaced itself.
  await addJob(db.prisma, importOrdersJob, where, new Date(Date.now() + LOOK_AGAIN_MS));
  const run = await platform.getOrderExport(operationGid);
  if (run.state === "running") return;
  if (run.state === "failed") return startAgain(context, run.reason);
  await db.prisma.orderImport.update({ where, data: { found: run.found } });
  if (run.url !== null) await storeAll(context, open, run.url);
  await complete(context);
}

async function start({ db, shop, platform }: ShopContext): Promise<string> {
  const operationGid = await platform.startOrderExport();
  await db.prisma.orderImport.update({
    where: { shopId: shop.id },
    data: { operationGid, found: null, stored: 0 },
  });
  return operationGid;
}

async function storeAll(context: ShopContext, open: OrderImport, url: string): Promise<void> {
  let stored = open.operationGid === null ? 0 : open.stored;
  let batch: PlatformOrderFacts[] = [];
  const flush = async () => {
    await storePastOrders(context, batch, open.beganAt);
    stored += batch.length;
    batch = [];
    await context.db.prisma.orderImport.update({
      where: { shopId: open.shopId },
      data: { stored },
    });
  };
  for await (const order of context.platform.readOrderExport(url, stored)) {
    batch.push(order);
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

/** The platform refuses a whole run for one field that it hides. Then orders are read one by one, without it. */
async function startAgain(context: ShopContext, reason: string): Promise<void> {
  context.log.warn({ reason }, "the platform's run over all orders has failed");
  if (reason.endsWith("ACCESS_DENIED")) {
    await compareOrders(context, null);
    return complete(context);
  }
  await context.db.prisma.orderImport.update({
    where: { shopId: context.shop.id },
    data: { operationGid: null },
  });
  throw new Error(`the platform's run over all orders has failed: ${reason}`);
}

async function complete({ db, shop, clock }: ShopContext): Promise<void> {
  await db.prisma.orderImport.update({
    where: { shopId: shop.id },
    data: { completedAt: clock.now() },
  });
}
