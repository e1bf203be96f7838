import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";

/** A subscription's latest cycle that has fallen due or was settled early; null before the first one. */
export function findLastCycle(
  tx: Queries,
  { shopId, id }: Pick<Subscription, "shopId" | "id">,
): Promise<BillingCycle | null> {
  return tx.billingCycle.findFirst({
    where: { shopId, subscriptionId: id },
    orderBy: { cycleIndex: "desc" },
  });
}

/** The same of some subscriptions of a store, by their ids. */
export async function findLastCycles(
  tx: Queries,
  shopId: bigint,
  subscriptionIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, BillingCycle>> {
  const rows = await readInParts(subscriptionIds, (some) => readLasts(tx, shopId, some));
  return new Map(rows.map((row) => [row.subscriptionId, row]));
}

async function readLasts(
  tx: Queries,
  shopId: bigint,
  subscriptionIds: readonly bigint[],
): Promise<BillingCycle[]> {
  const [id] = subscriptionIds;
  if (subscriptionIds.length === 1 && id !== undefined) {
    const last = await findLastCycle(tx, { shopId, id });
    return last ? [last] : [];
  }
  const lasts = await tx.$queryRaw<Pick<BillingCycle, "subscriptionId" | "cycleIndex">[]>`
    SELECT c.subscription_id AS "subscriptionId", c.cycle_index AS "cycleIndex"
    FROM unnest(${[...subscriptionIds]}::bigint[]) AS s (id) CROSS JOIN LATERAL (
      SELECT subscription_id, cycle_index FROM billing_cycles
      WHERE shop_id = ${shopId} AND subscription_id = s.id ORDER BY cycle_index DESC LIMIT 1) AS c`;
  return lasts.length > 0 ? tx.billingCycle.findMany({ where: { shopId, OR: lasts } }) : [];
}

/**
 * When the platform's cycle of the latest charge ends, and the one of the next charge begins. The platform is asked, where it has no
 * other cycle yet. Null where none is to come.
 *
 * @throws PlatformFailure.
 */
export async function endOfLast(
  { platform, clock }: Pick<ShopContext, "platform" | "clock">,
  { platformContractId }: Pick<Subscription, "platformContractId">,
  last: Pick<BillingCycle, "cycleIndex"> | null,
): Promise<Date | null> {
  if (!last) return null;
  const cycle = await platform.getBillingCycle(Number(platformContractId), last.cycleIndex);
  return cycle && cycle.endAt > clock.now() ? cycle.endAt : null;
}
