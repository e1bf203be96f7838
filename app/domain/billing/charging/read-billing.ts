import type { BillingAttempt, BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Database, Queries } from "#app/lib/db.ts";
import { shareWork } from "#app/lib/share-work.ts";
import { findLastCycle, findLastCycles } from "../cycles/find-last-cycle.ts";

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

export interface SubscriptionKey {
  shopId: bigint;
  id: bigint;
}

/** So few that the database looks each up by its key. */
export const BILLINGS_AT_ONCE = 50;

/** Reads them; null when there is no such subscription. */
export async function readBilling(tx: Queries, key: SubscriptionKey): Promise<Billing | null> {
  const subscription = await tx.subscription.findUnique({ where: { shopId_id: key } });
  if (!subscription) return null;
  const ofSubscription = { shopId: key.shopId, subscriptionId: key.id };
  const last = await findLastCycle(tx, subscription);
  const running = await tx.billingAttempt.findFirst({
    where: { ...ofSubscription, status: { in: [...RUNNING] } },
  });
  return toBilling(subscription, last, running);
}

const RUNNING = ["starting", "pending"];

function toBilling(
  subscription: Subscription,
  last: BillingCycle | null,
  running: BillingAttempt | null,
): Billing {
  return { subscription, last, open: last?.closedAt === null ? last : null, running };
}

/** The same, with the subscription locked against every other change of its charges until the transaction ends. */
export async function lockBilling(tx: Queries, key: SubscriptionKey): Promise<Billing | null> {
  const [billing = null] = await lockBillings(tx, key.shopId, [key.id]);
  return billing;
}

/** The same for some subscriptions of a store, locked in the order in which everybody locks them, each in the place of its id. */
export async function lockBillings(
  tx: Queries,
  shopId: bigint,
  ids: readonly bigint[],
): Promise<(Billing | null)[]> {
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${shopId} AND id = ANY (${[...ids]}::bigint[])
    ORDER BY platform_contract_id FOR NO KEY UPDATE`;
  return readBillings(tx, shopId, ids);
}

/** The charges of some subscriptions of a store, each in the place of its id, by a statement for each kind of row. */
async function readBillings(
  tx: Queries,
  shopId: bigint,
  ids: readonly bigint[],
): Promise<(Billing | null)[]> {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) return [await readBilling(tx, { shopId, id })];
  const rows = await tx.subscription.findMany({ where: { shopId, id: { in: [...ids] } } });
  const lasts = await findLastCycles(tx, shopId, ids);
  const attempts = await tx.billingAttempt.findMany({
    where: { shopId, subscriptionId: { in: [...ids] }, status: { in: [...RUNNING] } },
  });
  const subscriptions = new Map(rows.map((row) => [row.id, row]));
  const running = new Map(attempts.map((row) => [row.subscriptionId, row]));
  return ids.map((each) => {
    const subscription = subscriptions.get(each);
    if (!subscription) return null;
    return toBilling(subscription, lasts.get(each) ?? null, running.get(each) ?? null);
  });
}

/** The same as {@link readBilling}, outside a transaction, for those who ask for many at about the same time: they share the statements. */
export const readBillingShared: (db: Database, key: SubscriptionKey) => Promise<Billing | null> =
  shareWork({
    most: BILLINGS_AT_ONCE,
    work: (db: Database, keys: readonly SubscriptionKey[]) =>
      readBillings(
        db.prisma,
        keys[0]?.shopId ?? 0n,
        keys.map(({ id }) => id),
      ),
  });
