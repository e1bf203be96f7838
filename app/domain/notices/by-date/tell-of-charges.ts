import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { plannedMinor, readLeavingDiscounts } from "../../churn/activation/leaving-discounts.ts";
import type { ShopContext } from "../../context.ts";
import { planCharge } from "../../mail/kinds/planned-charge.ts";
import { queueMail } from "../../mail/outbox/queue-mail.ts";
import { expectCredit } from "../../store-credit/renewals/expected-credit.ts";

const AT_A_TIME = 100;

interface ChargeSearch {
  kind: "upcoming_renewal" | "trial_ending";
  /** How many days before its date a charge is told of. */
  days: number;
}

interface NearCharge {
  id: bigint;
  customer_id: bigint;
  plan_name: string;
  next_billing_at: Date;
  next_charge_minor: bigint;
  price_minor: bigint;
  delivery_minor: bigint;
  currency: string;
}

/**
 * Queues a mail for each charge before `until` that nobody was told of. A charge is a subscription and a day: one that
 * was moved to another day is another charge, one that comes some hours later is not. Never for what is paused, canceled,
 * withdrawn from or past due.
 */
export async function tellOfCharges(
  context: ShopContext,
  { kind, until, days }: ChargeSearch & { until: Date },
): Promise<void> {
  while ((await tellOfSome(context, { kind, until, days })) === AT_A_TIME) {
    // The next ones are looked up among the mails that these have brought.
    await analyzeGrownTables(context.db.pool);
  }
}

/** @returns how many were told. */
async function tellOfSome(
  context: ShopContext,
  { kind, until, days }: ChargeSearch & { until: Date },
): Promise<number> {
  const { db, shop, clock } = context;
  const zone = shop.ianaTimezone;
  return db.transaction(async (tx) => {
    const near = await tx.$queryRaw<NearCharge[]>`
      SELECT s.id, s.customer_id, s.plan_name, s.next_billing_at, s.next_charge_minor, s.price_minor,
        s.delivery_minor, s.currency
      FROM (
        SELECT * FROM subscriptions
        WHERE shop_id = ${shop.id} AND status = 'active'
          AND next_billing_at > ${clock.now()} AND next_billing_at < ${until}
        ORDER BY next_billing_at OFFSET 0) s
      LEFT JOIN LATERAL (
        SELECT subscription_id FROM billing_cycles
        WHERE shop_id = ${shop.id} AND subscription_id = s.id AND state IN ('open', 'past_due') LIMIT 1) c ON TRUE
      LEFT JOIN LATERAL (
        SELECT id FROM mails
        WHERE shop_id = ${shop.id} AND cause_key = 'subscription:' || s.id || ':charge:'
          || to_char(s.next_billing_at AT TIME ZONE ${zone}::text, 'YYYY-MM-DD') LIMIT 1) m ON TRUE
      -- As an earlier version has named them.
      LEFT JOIN LATERAL (
        SELECT id FROM mails
        WHERE shop_id = ${shop.id} AND cause_key = 'subscription:' || s.id || ':charge:'
          || floor(extract(epoch FROM s.next_billing_at) * 1000)::bigint LIMIT 1) e ON TRUE
      WHERE s.import_state IS DISTINCT FROM 'undone' AND s.customer_id IS NOT NULL
        AND s.next_charge_minor IS NOT NULL AND s.withdrawn_at IS NULL
        AND c.subscription_id IS NULL AND m.id IS NULL AND e.id IS NULL
        AND CASE WHEN s.trial_state IN ('to_start', 'running')
          THEN s.trial_state = 'running' AND ${kind}::text = 'trial_ending'
          ELSE ${kind}::text = 'upcoming_renewal' AND s.interval_count * CASE WHEN s.interval_unit = 'day' THEN 1
            WHEN s.interval_unit = 'week' THEN 7 WHEN s.interval_unit = 'month' THEN 28 ELSE 365 END > ${days}::int END
      ORDER BY s.next_billing_at LIMIT ${AT_A_TIME}`;
    const amounts = await readAmounts(context, tx, near);
    const credit = await expectCredit(context, tx, amounts);
    for (const { id, customer_id, plan_name, next_billing_at, currency } of near) {
      await queueMail(context, tx, {
        kind,
        customerId: customer_id,
        causeKey: `subscription:${id}:charge:${formatDate(next_billing_at, zone)}`,
        data: {
          subscriptionId: id,
          planName: plan_name,
          amount: planCharge(shop, amounts.get(id) ?? 0, currency),
          creditMinor: credit.get(id) ?? 0,
          chargeAt: next_billing_at,
        },
      });
    }
    return near.length;
  });
}

/** What each will come to, before credit: a discount may leave in between. */
async function readAmounts(
  { shop }: ShopContext,
  tx: Queries,
  near: readonly NearCharge[],
): Promise<Map<bigint, number>> {
  const ids = near.map(({ id }) => id);
  const leaving = await readLeavingDiscounts(tx, shop.id, ids);
  return new Map(
    near.map(({ id, next_billing_at, ...minor }) => {
      const amounts = {
        nextChargeMinor: minor.next_charge_minor,
        ...{ priceMinor: minor.price_minor, deliveryMinor: minor.delivery_minor },
      };
      return [id, plannedMinor(amounts, next_billing_at, leaving.get(id) ?? []) ?? 0];
    }),
  );
}

/** The date of the first charge at or after an instant that a mail will announce; null when there is none yet. */
export async function nextChargeAfter(
  { db, shop }: ShopContext,
  { kind, from, days }: ChargeSearch & { from: Date },
): Promise<Date | null> {
  const [row] = await db.prisma.$queryRaw<{ next_billing_at: Date }[]>`
    SELECT s.next_billing_at FROM subscriptions s
    WHERE s.shop_id = ${shop.id} AND s.status = 'active' AND s.next_billing_at >= ${from}
      AND CASE WHEN s.trial_state IN ('to_start', 'running')
        THEN s.trial_state = 'running' AND ${kind}::text = 'trial_ending'
        ELSE ${kind}::text = 'upcoming_renewal' AND s.interval_count * CASE WHEN s.interval_unit = 'day' THEN 1
          WHEN s.interval_unit = 'week' THEN 7 WHEN s.interval_unit = 'month' THEN 28 ELSE 365 END > ${days}::int END
    ORDER BY s.next_billing_at LIMIT 1`;
  return row?.next_billing_at ?? null;
}
