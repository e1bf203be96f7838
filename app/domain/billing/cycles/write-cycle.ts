import { type LastWrite, writeLast } from "#app/lib/before-commit.ts";
import type { Queries } from "#app/lib/db.ts";
import { insertRows, type NewRow } from "#app/lib/insert-rows.ts";
import { updateRowLast } from "#app/lib/update-rows.ts";
import { firstAfterCycle } from "../dates/soonest-date.ts";

/**
 * Writes down the cycle of a charge, at the end of the transaction that has locked the subscription. Where the platform's cycle ends later, no other
 * charge is taken until then, and the subscription says so to whoever counts its dates.
 */
export async function createCycle(tx: Queries, data: NewCycle, endAt: Date): Promise<void> {
  await writeLast(tx, CYCLES, [data]);
  if (endAt <= new Date(data.createdAt)) return;
  const { shopId, subscriptionId: id } = data;
  const chargeableFrom = firstAfterCycle(endAt);
  await updateRowLast(tx, "Subscription", { shopId, id, chargeableFrom });
}

type NewCycle = NewRow<"BillingCycle"> & { shopId: bigint; subscriptionId: bigint };

const CYCLES: LastWrite<Queries, NewCycle> = {
  turn: 0,
  write: async (tx, cycles) => {
    await insertRows(tx, "BillingCycle", cycles);
  },
};
