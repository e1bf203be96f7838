import type { ShopContext } from "#app/domain/context.ts";
import { createCustomers } from "./create-customers.ts";

/** A store's past as plain facts, for a test to count by itself. Instants are milliseconds. */
export interface OverviewHistory {
  members: {
    plan: number;
    status: "active" | "paused" | "cancelled";
    joinedAt: number;
    cancelledAt: number | null;
    worthMinor: number;
  }[];
  /** `member` is the place of the one whose subscription it began or renewed; null for a plain order. */
  orders: { at: number; totalMinor: number; member: number | null; isRenewal: boolean }[];
  charges: { at: number; member: number; status: "success" | "failed"; afterFailure: boolean }[];
  flows: { at: number; member: number; outcome: "saved" | "cancelled" | "open"; shown: boolean }[];
}

const DAY_MS = 86_400_000;

/** Facts of the last `days` days at every hour, the same for the same seed. */
export function makeHistory(now: number, days: number, seed: number): OverviewHistory {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const past = () => Math.floor(now - random() * days * DAY_MS);
  const members = Array.from({ length: 60 }, (_, index) => {
    const joinedAt = past();
    const status = (["active", "active", "paused", "cancelled"] as const)[index % 4] ?? "active";
    const cancelledAt =
      status === "cancelled" ? Math.floor(joinedAt + random() * (now - joinedAt)) : null;
    const worthMinor = status === "active" ? 100 + Math.floor(random() * 5000) : 0;
    return { plan: index % 2, status, joinedAt, cancelledAt, worthMinor };
  });
  const someone = () => Math.floor(random() * members.length);
  return {
    members,
    orders: Array.from({ length: 600 }, () => {
      const member = random() < 0.5 ? someone() : null;
      const isRenewal = member !== null && random() < 0.7;
      return { at: past(), totalMinor: Math.floor(random() * 20_000), member, isRenewal };
    }),
    charges: Array.from({ length: 200 }, () => {
      const status = random() < 0.8 ? ("success" as const) : ("failed" as const);
      const afterFailure = status === "success" && random() < 0.2;
      return { at: past(), member: someone(), status, afterFailure };
    }),
    flows: Array.from({ length: 80 }, () => {
      const outcome = (["saved", "cancelled", "open"] as const)[Math.floor(random() * 3)] ?? "open";
      return { at: past(), member: someone(), outcome, shown: random() < 0.7 };
    }),
  };
}

/** Writes a history as rows only. @returns the internal ids of its plans. */
export async function writeHistory(
  context: ShopContext,
  history: OverviewHistory,
): Promise<string[]> {
  const { db, shop } = context;
  const { pool } = db;
  const shopId = String(shop.id);
  const iso = (at: number | null) => (at === null ? null : new Date(at));
  const { rows: plans } = await pool.query<{ id: string }>(
    `WITH g AS (INSERT INTO plan_groups (shop_id, platform_group_id, name, kind)
       VALUES ($1, 1, 'Club', 'membership') RETURNING id)
     INSERT INTO plans (shop_id, plan_group_id, platform_plan_id, name)
     SELECT $1, g.id, n, 'Club ' || n FROM g, generate_series(1, 2) n RETURNING id`,
    [shopId],
  );
  const customers = await createCustomers(context, history.members.length);
  const { rows: subscriptions } = await pool.query<{ id: string }>(
    `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, plan_id, kind, status, platform_status,
       plan_name, price_minor, currency, interval_unit, interval_count, platform_created_at, platform_updated_at,
       cancelled_at, monthly_worth_minor)
     SELECT $1, 5000 + m.place, m.customer, m.plan, 'membership', m.status, m.status, 'Club', 1500, $2, 'month', 1,
       m.joined, now(), m.cancelled, m.worth
     FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::bigint[])
       WITH ORDINALITY AS m (customer, plan, status, joined, cancelled, worth, place)
     ORDER BY m.place RETURNING id`,
    [
      shopId,
      shop.currency,
      customers.map(String),
      history.members.map(({ plan }) => plans[plan]?.id),
      history.members.map(({ status }) => status),
      history.members.map(({ joinedAt }) => iso(joinedAt)),
      history.members.map(({ cancelledAt }) => iso(cancelledAt)),
      history.members.map(({ worthMinor }) => worthMinor),
    ],
  );
  await pool.query(
    `INSERT INTO members (shop_id, customer_id, subscription_id, status, plan_id, plan_name, joined_at, cancelled_at,
       created_at, updated_at)
     SELECT shop_id, customer_id, id, status, plan_id, plan_name, platform_created_at, cancelled_at, now(), now()
     FROM subscriptions WHERE shop_id = $1`,
    [shopId],
  );
  for (const [list, kind] of [
    ["members", "''"],
    ["subscriptions", "kind"],
  ]) {
    await pool.query(
      `INSERT INTO list_totals (shop_id, list, plan_id, status, kind, total)
       SELECT shop_id, '${list}', plan_id, status, ${kind}, count(*) FROM ${list} WHERE shop_id = $1
       GROUP BY 1, 3, 4, 5`,
      [shopId],
    );
  }
  await pool.query(
    `WITH sold AS (
       SELECT o.*, 70000 + o.place AS number
       FROM unnest($2::timestamptz[], $3::bigint[], $4::boolean[], $5::bigint[])
         WITH ORDINALITY AS o (at, total, renewal, subscription, place)), stored AS (
       INSERT INTO orders (shop_id, platform_order_id, name, processed_at, is_test, is_renewal, financial_status,
         currency, total_minor, subtotal_minor, tax_minor, discount_minor, delivery_minor, presentment_currency,
         presentment_total_minor, gateways, discount_codes, lines, transactions, facts_hash, platform_created_at,
         platform_updated_at, created_at, updated_at)
       SELECT $1, number, '#' || number, at, place % 7 = 0, renewal, 'paid', $6, total, total, 0, 0, 0, $6, total, '{}', '[]',
         '[]', '[]', number::text, at, at, at, at
       FROM sold RETURNING id, platform_order_id)
     INSERT INTO order_subscriptions (shop_id, order_id, platform_contract_id, subscription_id, plan_id, is_first,
       processed_at, total_minor, is_renewal)
     SELECT $1, stored.id, twice.contract, s.id, s.plan_id, NOT sold.renewal, sold.at, sold.total, sold.renewal
     FROM sold JOIN stored ON stored.platform_order_id = sold.number
       JOIN subscriptions s ON s.shop_id = $1 AND s.id = sold.subscription
       -- Two contracts of one plan are on one order.
       CROSS JOIN LATERAL (VALUES (s.platform_contract_id), (s.platform_contract_id + 100000)) twice (contract)`,
    [
      shopId,
      history.orders.map(({ at }) => iso(at)),
      history.orders.map(({ totalMinor }) => totalMinor),
      history.orders.map(({ isRenewal }) => isRenewal),
      history.orders.map(({ member }) => (member === null ? null : subscriptions[member]?.id)),
      shop.currency,
    ],
  );
  const charges = history.charges.map((one, index) => ({
    ...one,
    subscription: subscriptions[one.member]?.id,
    cycle: index + 1,
  }));
  await pool.query(
    `INSERT INTO billing_cycles (shop_id, subscription_id, cycle_index, due_at, next_due_at, kept_day, kept_time, state,
       closed_at, created_at, updated_at)
     SELECT $1, c.subscription, c.cycle, now(), now(), 1, '00:00', 'skipped', now(), now(), now()
     FROM unnest($2::bigint[], $3::int[]) AS c (subscription, cycle)`,
    [shopId, charges.map(({ subscription }) => subscription), charges.map(({ cycle }) => cycle)],
  );
  // The failures before a recovery lie before everything that is counted.
  const attempts = charges.flatMap(({ subscription, cycle, at, status, afterFailure }) => [
    ...(afterFailure ? [{ subscription, cycle, number: 1, at: 0, status: "failed" }] : []),
    { subscription, cycle, number: afterFailure ? 2 : 1, at, status },
  ]);
  await pool.query(
    `INSERT INTO billing_attempts (shop_id, subscription_id, cycle_index, attempt_number, idempotency_key, status,
       amount_minor, currency, created_at, completed_at)
     SELECT $1, a.subscription, a.cycle, a.number, a.cycle || ':' || a.number, a.status, 1500, $2, a.at, a.at
     FROM unnest($3::bigint[], $4::int[], $5::int[], $6::text[], $7::timestamptz[])
       AS a (subscription, cycle, number, status, at)`,
    [
      shopId,
      shop.currency,
      attempts.map(({ subscription }) => subscription),
      attempts.map(({ cycle }) => cycle),
      attempts.map(({ number }) => number),
      attempts.map(({ status }) => status),
      attempts.map(({ at }) => iso(at)),
    ],
  );
  await pool.query(
    `INSERT INTO cancel_flows (shop_id, public_id, subscription_id, outcome, offer_shown_at, started_at)
     SELECT $1, gen_random_uuid(), f.subscription, f.outcome, CASE WHEN f.shown THEN f.at END, f.at
     FROM unnest($2::bigint[], $3::text[], $4::boolean[], $5::timestamptz[])
       AS f (subscription, outcome, shown, at)`,
    [
      shopId,
      history.flows.map(({ member }) => subscriptions[member]?.id),
      history.flows.map(({ outcome }) => outcome),
      history.flows.map(({ shown }) => shown),
      history.flows.map(({ at }) => iso(at)),
    ],
  );
  return plans.map(({ id }) => `plan_${id}`);
}
