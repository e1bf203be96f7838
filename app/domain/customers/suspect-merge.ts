import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { followMergeJob } from "./customer-jobs.ts";

/** Whose something was in our rows before and after a change, and the platform's number of who has it now. */
interface OwnerChange {
  before: bigint | null;
  after: bigint | null;
  platformCustomerId: number | null;
}

/**
 * Looks for a merge when an order or a contract is another customer's than it was: one that no webhook told of is a likely
 * reason. Whether it is so, the platform is asked later.
 */
export async function suspectMerge(
  tx: Queries,
  shopId: bigint,
  { before: id, after, platformCustomerId: keptId }: OwnerChange,
): Promise<void> {
  if (id === null || after === id || keptId === null) return;
  const owner = await tx.customer.findUnique({ where: { shopId_id: { shopId, id } } });
  if (!owner || owner.mergedIntoId) return;
  const goneId = Number(owner.platformCustomerId);
  await addJob(tx, followMergeJob, { shopId, goneId, keptId, isAnnounced: false });
}
