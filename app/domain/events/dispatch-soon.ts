import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { dispatchEventsJob, dispatchLaterJob } from "./event-jobs.ts";

/** A store's events are brought on at most so often by one process. */
const EVERY_MS = 1_000;

/** When the last one that was asked for begins, for each store of a database, by the process's own time. */
const beginsAt = new WeakMap<ShopContext["db"]["processPool"], Map<bigint, number>>();

/**
 * Brings what somebody has just written into the ledger to its readers at once: a shopper sees what support has given them.
 * Under load one request a second is made for a store: what is written before it begins comes along. When asking fails, which
 * does not matter to what was written, the sweep finds it.
 */
export async function dispatchSoon({ db, shop }: Pick<ShopContext, "db" | "shop">): Promise<void> {
  const begins = beginsAt.get(db.processPool) ?? new Map<bigint, number>();
  beginsAt.set(db.processPool, begins);
  const now = performance.now();
  const last = begins.get(shop.id) ?? -EVERY_MS;
  if (last > now) return;
  const next = Math.max(now, last + EVERY_MS);
  begins.set(shop.id, next);
  const payload = { shopId: shop.id };
  const added =
    next > now
      ? addJob(db.prisma, dispatchLaterJob, payload, new Date(Date.now() + next - now))
      : addJob(db.prisma, dispatchEventsJob, payload);
  await added.catch(() => {});
}
