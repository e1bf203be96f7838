import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { insertRows } from "#app/lib/insert-rows.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { PastCharge } from "#app/platform/platform-billing.ts";
import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { countNew } from "../../subscriptions/lists/list-totals.ts";
import { knownErrorCode, WHAT_HAPPENED } from "../dunning/decline-classes.ts";
import { nextPastCycle, type PastCycle } from "./count-past-cycles.ts";

/**
 * Stores billing attempts from before `beganAt`, oldest first, as what they are: history. Nothing follows from them, no mail,
 * no retry, no line of a timeline; the exports are told that there are new facts. An attempt that our rows have stays as it
 * is, and one whose contract the app does not own stays unknown. So does one that had not ended. Safe to repeat.
 */
export async function storePastCharges(
  context: ShopContext,
  charges: readonly PastCharge[],
  beganAt: Date,
): Promise<void> {
  const { shop, db } = context;
  const ended = charges.filter(
    ({ createdAt, outcome }) =>
      createdAt < beganAt && (outcome.kind === "success" || outcome.kind === "failed"),
  );
  if (ended.length === 0) return;
  await db.transaction(async (tx) => {
    // Taken by all writers before any row: two imports of one store would number the same charges.
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const subscriptions = await findSubscriptions(tx, shop.id, ended);
    const known = await findKnown(tx, shop.id, ended);
    const unknown = ended.filter(
      (charge) => !known(charge) && subscriptions.has(charge.contractId),
    );
    const latest = await readLatestCycles(tx, shop.id, [...subscriptions.values()]);
    const data = unknown.map((charge) => {
      const subscription = subscriptions.get(charge.contractId);
      if (!subscription) throw new Error("charges of unknown contracts were left out");
      const cycle = nextPastCycle(
        latest.get(subscription.id) ?? null,
        { createdAt: charge.createdAt, isPaid: charge.outcome.kind === "success" },
        { interval: intervalOf(subscription), zone: shop.ianaTimezone },
      );
      latest.set(subscription.id, cycle);
      return { shopId: shop.id, ...toRow(charge, subscription, cycle) };
    });
    const stored = await insertRows(tx, "BillingAttempt", data, { skipDuplicates: true });
    if (stored.length === 0) return;
    const list = { shopId: shop.id, list: "billing_attempts" } as const;
    await countNew(
      tx,
      list,
      stored.map(({ status }) => ({ planId: null, status })),
    );
    const ids = stored.map(({ id }) => String(id));
    await recordEvent(context, tx, "billing.restated", { billing_attempt_ids: ids });
  });
}

async function findSubscriptions(
  tx: Queries,
  shopId: bigint,
  charges: readonly PastCharge[],
): Promise<Map<number, Subscription>> {
  const ids = [...new Set(charges.map(({ contractId }) => BigInt(contractId)))];
  const rows = await readInParts(ids, (some) =>
    tx.subscription.findMany({ where: { shopId, platformContractId: { in: some } } }),
  );
  return new Map(rows.map((row) => [Number(row.platformContractId), row]));
}

/** Attempts of our own: by the platform's number, and by their key while the platform's answer is on its way. */
async function findKnown(
  tx: Queries,
  shopId: bigint,
  charges: readonly PastCharge[],
): Promise<(charge: PastCharge) => boolean> {
  const rows = await readInParts(charges, (some) =>
    tx.billingAttempt.findMany({
      where: {
        shopId,
        OR: [
          { platformAttemptId: { in: some.map(({ attemptId }) => BigInt(attemptId)) } },
          {
            status: "starting",
            idempotencyKey: { in: some.map(({ idempotencyKey }) => idempotencyKey) },
          },
        ],
      },
      select: { platformAttemptId: true, idempotencyKey: true },
    }),
  );
  const ids = new Set(rows.map(({ platformAttemptId }) => Number(platformAttemptId)));
  const keys = new Set(rows.map(({ idempotencyKey }) => idempotencyKey));
  return ({ attemptId, idempotencyKey }) => ids.has(attemptId) || keys.has(idempotencyKey);
}

async function readLatestCycles(
  tx: Queries,
  shopId: bigint,
  subscriptions: readonly Subscription[],
): Promise<Map<bigint, PastCycle>> {
  const ids = subscriptions.map(({ id }) => id);
  const rows = await tx.$queryRaw<
    { id: bigint; number: number; attempts: number; began_at: Date; is_paid: boolean }[]
  >`
    SELECT s.id, l.past_cycle AS number, c.attempts, c.began_at, c.is_paid
    FROM unnest(${ids}::bigint[]) AS s (id)
    CROSS JOIN LATERAL (
      SELECT past_cycle FROM billing_attempts
      WHERE shop_id = ${shopId} AND subscription_id = s.id AND past_cycle IS NOT NULL ORDER BY id DESC LIMIT 1) l
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS attempts, min(created_at) AS began_at, bool_or(status = 'success') AS is_paid
      FROM billing_attempts
      WHERE shop_id = ${shopId} AND subscription_id = s.id AND past_cycle = l.past_cycle) c`;
  return new Map(
    rows.map(({ id, began_at: beganAt, is_paid: isPaid, ...counts }) => [
      id,
      { ...counts, beganAt, isPaid },
    ]),
  );
}

/** The platform keeps no amount of a failed charge, so the row gets what the contract costs today. */
function toRow(
  { attemptId, idempotencyKey, createdAt, outcome }: PastCharge,
  { id, nextChargeMinor, priceMinor, currency }: Subscription,
  cycle: PastCycle,
) {
  const order = outcome.kind === "success" ? outcome.order : null;
  const code = outcome.kind === "failed" ? knownErrorCode(outcome.code) : null;
  const at = outcome.kind === "success" || outcome.kind === "failed" ? outcome.at : null;
  return {
    subscriptionId: id,
    pastCycle: cycle.number,
    attemptNumber: cycle.attempts,
    idempotencyKey,
    status: outcome.kind,
    platformAttemptId: BigInt(attemptId),
    amountMinor: order ? BigInt(order.amountMinor) : (nextChargeMinor ?? priceMinor),
    currency: order?.currency ?? currency,
    errorCode: code,
    errorMessage: code && WHAT_HAPPENED[code],
    platformOrderId: order ? BigInt(order.orderId) : null,
    createdAt,
    completedAt: at ?? createdAt,
  };
}
