import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { runDueTasksJob } from "../../schedule/schedule-task.ts";
import { publishStoreCreditJob } from "../credit-jobs.ts";

/**
 * Starts what follows the end of a hold: the storefront's copy of the balance, and the forfeits that the
 * ledger has made due. The ledger's calls add no jobs (decision 072), so whoever calls one repeats this with it.
 */
export async function announceSettlement(context: ShopContext, customerId: bigint): Promise<void> {
  const { shop, db } = context;
  await addJob(db.prisma, publishStoreCreditJob, { shopId: shop.id, customerId });
  await addJob(db.prisma, runDueTasksJob, { shopId: shop.id, about: "hold-settled" });
}
