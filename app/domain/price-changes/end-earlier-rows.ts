import type { Queries } from "#app/lib/db.ts";

interface Beginning {
  shopId: bigint;
  planId: bigint;
  now: Date;
}

/**
 * Makes room for a change of a plan's price: a subscription is in one at a time. Rows of an earlier change of the plan whose day
 * has come, and which are open because their subscriptions are paused or the platform has refused them, end: what is
 * written already is done, and the others keep their price until the new change. So do rows that a subscription has from a plan
 * it had before. Rows of a stopped change of the plan stay open: their contracts have yet to get their old price back.
 *
 * @returns how many were ended.
 */
export async function endEarlierRows(tx: Queries, beginning: Beginning): Promise<number> {
  return (await endRowsOfPlan(tx, beginning)) + (await endRowsOfOtherPlans(tx, beginning));
}

// The rows are there: what is inserted goes by their key to its conflict (record 170).

function endRowsOfPlan(tx: Queries, { shopId, planId, now }: Beginning): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO price_change_rows AS known (shop_id, price_change_id, subscription_id, ended_at, state, note)
    SELECT c.shop_id, c.id, r.subscription_id, ${now}::timestamptz, 'left', ${ANOTHER_CHANGE}
    FROM price_changes c
    CROSS JOIN LATERAL (
      SELECT subscription_id FROM price_change_rows
      WHERE shop_id = ${shopId} AND price_change_id = c.id AND state IN ('waiting', 'told', 'writing', 'written') OFFSET 0) r
    WHERE c.shop_id = ${shopId} AND c.plan_id = ${planId} AND c.stopped_at IS NULL
    ON CONFLICT (shop_id, price_change_id, subscription_id) DO UPDATE
    SET ended_at = excluded.ended_at,
      state = CASE WHEN known.state = 'written' THEN 'done' ELSE excluded.state END,
      note = CASE WHEN known.state = 'written' THEN known.note ELSE excluded.note END
    WHERE known.state IN ('waiting', 'told', 'writing', 'written')`;
}

function endRowsOfOtherPlans(tx: Queries, { shopId, planId, now }: Beginning): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO price_change_rows AS known (shop_id, price_change_id, subscription_id, ended_at, state, note)
    SELECT s.shop_id, r.price_change_id, s.id, ${now}::timestamptz, 'left', ${ANOTHER_PLAN}
    FROM subscriptions s
    CROSS JOIN LATERAL (
      SELECT price_change_id, state FROM price_change_rows WHERE shop_id = ${shopId} AND subscription_id = s.id OFFSET 0) r
    CROSS JOIN LATERAL (
      SELECT plan_id FROM price_changes WHERE shop_id = ${shopId} AND id = r.price_change_id LIMIT 1) c
    WHERE s.shop_id = ${shopId} AND s.plan_id = ${planId} AND s.status IN ('active', 'paused')
      AND (r.state IN ('waiting', 'told', 'writing', 'written') AND c.plan_id <> ${planId}) IS TRUE
    ON CONFLICT (shop_id, price_change_id, subscription_id) DO UPDATE
    SET ended_at = excluded.ended_at, state = excluded.state, note = excluded.note
    WHERE known.state IN ('waiting', 'told', 'writing', 'written')`;
}

const ANOTHER_CHANGE = "Another change of its price took the place of this one.";
const ANOTHER_PLAN = "It has another plan now.";
