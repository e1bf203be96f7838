import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { dispatchEventsJob } from "./event-jobs.ts";

/** A store's events are brought on at most so often by one process. */
const EVERY_MS = 1_000;

/** When it was last asked for each store of a database, by the machine's clock. */
const askedAt = new WeakMap<ShopContext["db"]["processPool"], Map<bigint, number>>();

/**
 * Brings what somebody has just written into the ledger to its readers at once: a shopper sees what support has given them.
 * Under load one request a second is made for a store, and what comes between is found by the sweep; so is everything
 * when this fails, which does not matter to what was written.
 */
export async function dispatchSoon({ db, shop }: Pick<ShopContext, "db" | "shop">): Promise<void> {
  const asked = askedAt.get(db.processPool) ?? new Map<bigint, number>();
  askedAt.set(db.processPool, asked);
  const nowMs = performance.now();
  if (nowMs - (asked.get(shop.id) ?? -EVERY_MS) < EVERY_MS) return;
  asked.set(shop.id, nowMs);
  await addJob(db.prisma, dispatchEventsJob, { shopId: shop.id }).catch(() => {});
}
