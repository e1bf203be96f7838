import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";

/**
 * When the charge was due that a pause has left unpaid: dunning ended in the pause, or somebody paused while it was past due.
 * Resuming does not charge it (record 093), so whoever resumes is told. Null when nothing is owed, and for what is not paused.
 */
export async function readUnpaidCharge(
  tx: Queries,
  { shopId, id, status, pausedAt }: Pick<Subscription, "shopId" | "id" | "status" | "pausedAt">,
): Promise<Date | null> {
  if (status !== "paused" || pausedAt === null) return null;
  const last = await tx.billingCycle.findFirst({
    where: { shopId, subscriptionId: id },
    orderBy: { cycleIndex: "desc" },
    select: { state: true, dueAt: true, closedAt: true },
  });
  const isByPause = last?.state === "given_up" && last.closedAt && last.closedAt >= pausedAt;
  return isByPause ? last.dueAt : null;
}
