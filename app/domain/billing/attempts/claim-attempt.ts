import type { BillingAttempt, BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { insertRows } from "#app/lib/insert-rows.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";
import { BILLINGS_AT_ONCE, type Billing, lockBillings } from "../charging/read-billing.ts";
import { dunningSettingsIn } from "../dunning/dunning-settings.ts";

/** How the keys of this app's charges of a contract begin. */
export function ownKeyStart(contractId: number | bigint): string {
  return `${contractId}:`;
}

/** An open cycle that is to be charged, and its subscription. */
interface Claim {
  subscription: Subscription;
  open: BillingCycle;
  /** The failed attempt that somebody wants repeated. */
  retryOf?: bigint;
}

/**
 * Writes an attempt for each open cycle down, before the platform is called: whoever comes next finds it and its key. The
 * caller has locked the subscriptions, which are different ones of a store, and seen that no attempt of theirs is running.
 *
 * @returns the attempts, each in the place of its claim.
 */
export async function claimAttempts(
  context: ShopContext,
  tx: Queries,
  claims: readonly Claim[],
): Promise<BillingAttempt[]> {
  if (claims.length === 0) return [];
  const { inventory } = await dunningSettingsIn(tx, context.shop.id);
  const latest = await findLatestNumbers(
    tx,
    context.shop.id,
    claims.map(({ open }) => open),
  );
  const rows = await insertRows(
    tx,
    "BillingAttempt",
    claims.map(({ subscription, open: { shopId, subscriptionId, cycleIndex }, retryOf }) => {
      const attemptNumber = (latest.get(subscriptionId) ?? 0) + 1;
      const { platformContractId, currency, paymentMethod } = subscription;
      return {
        ...{ shopId, subscriptionId, cycleIndex, attemptNumber },
        idempotencyKey: `${ownKeyStart(platformContractId)}${cycleIndex}:${attemptNumber}`,
        status: "starting",
        amountMinor: subscription.nextChargeMinor ?? subscription.priceMinor,
        ...{ currency, paymentMethod },
        allowsOverselling: inventory.oversell,
        retryOf: retryOf ?? null,
        createdAt: context.clock.now(),
      };
    }),
  );
  const made = new Map(rows.map((row) => [row.subscriptionId, row]));
  return claims.map(({ subscription }) => {
    const row = made.get(subscription.id);
    if (!row) throw new Error("an attempt that was written is not there");
    return row;
  });
}

/** The numbers of the cycles' latest attempts, by subscription. */
async function findLatestNumbers(
  tx: Queries,
  shopId: bigint,
  cycles: readonly BillingCycle[],
): Promise<Map<bigint, number>> {
  const rows = await tx.$queryRaw<{ subscriptionId: bigint; number: number }[]>`
    SELECT c.subscription_id AS "subscriptionId", a.attempt_number AS number
    FROM unnest(${cycles.map(({ subscriptionId }) => subscriptionId)}::bigint[],
      ${cycles.map(({ cycleIndex }) => cycleIndex)}::int[]) AS c (subscription_id, cycle_index)
    CROSS JOIN LATERAL (
      SELECT attempt_number FROM billing_attempts
      WHERE shop_id = ${shopId} AND subscription_id = c.subscription_id AND cycle_index = c.cycle_index
      ORDER BY attempt_number DESC LIMIT 1) AS a`;
  return new Map(rows.map(({ subscriptionId, number }) => [subscriptionId, number]));
}

/** The same for a cycle whose time has come. Null when another process was first, or there is nothing to charge any more. */
export const claimDueAttempt: (
  context: ShopContext,
  cycle: DueCycle,
) => Promise<BillingAttempt | null> = shareWork({
  most: BILLINGS_AT_ONCE,
  keyOf: ({ subscriptionId }: DueCycle) => String(subscriptionId),
  work: (context: ShopContext, cycles: readonly DueCycle[]) =>
    context.db.transaction(async (tx) => {
      const ids = cycles.map(({ subscriptionId }) => subscriptionId);
      const billings = await lockBillings(tx, context.shop.id, ids);
      const claims = billings.flatMap((billing, at) =>
        billing && isDue(billing, cycles[at] as DueCycle) ? [billing] : [],
      );
      const made = await claimAttempts(context, tx, claims);
      const byId = new Map(made.map((attempt) => [attempt.subscriptionId, attempt]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
});

type DueCycle = Pick<BillingCycle, "subscriptionId" | "cycleIndex">;

function isDue(
  billing: Billing,
  { cycleIndex }: DueCycle,
): billing is Billing & Pick<Claim, "open"> {
  const { subscription, open, running } = billing;
  if (running || open?.cycleIndex !== cycleIndex) return false;
  return subscription.status === "active" && !subscription.withdrawnAt;
}
