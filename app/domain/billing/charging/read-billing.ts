import type { BillingAttempt, BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { findLastCycle } from "../cycles/find-last-cycle.ts";

/** A subscription's charges, as they stand. */
export interface Billing {
  subscription: Subscription;
  /** The latest cycle that has fallen due. */
  last: BillingCycle | null;
  /** That cycle, while it is neither paid nor given up. */
  open: BillingCycle | null;
  /** An attempt that has not ended. */
  running: BillingAttempt | null;
}

/** Reads them; null when there is no such subscription. */
export async function readBilling(
  tx: Queries,
  key: { shopId: bigint; id: bigint },
): Promise<Billing | null> {
  const subscription = await tx.subscription.findUnique({ where: { shopId_id: key } });
  if (!subscription) return null;
  const ofSubscription = { shopId: key.shopId, subscriptionId: key.id };
  const last = await findLastCycle(tx, subscription);
  const running = await tx.billingAttempt.findFirst({
    where: { ...ofSubscription, status: { in: ["starting", "pending"] } },
  });
  return { subscription, last, open: last?.closedAt === null ? last : null, running };
}

/** The same, with the subscription locked against every other change of its charges until the transaction ends. */
export async function lockBilling(
  tx: Queries,
  key: { shopId: bigint; id: bigint },
): Promise<Billing | null> {
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${key.shopId} AND id = ${key.id} FOR NO KEY UPDATE`;
  return readBilling(tx, key);
}
