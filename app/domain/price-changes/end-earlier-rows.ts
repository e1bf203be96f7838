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

function endRowsOfPlan(tx: Queries, { shopId, planId, now }: Beginning): Promise<number> {
  return tx.$executeRaw`
    UPDATE price_change_rows r SET ended_at = ${now},
      state = CASE WHEN r.state = 'written' THEN 'done' ELSE 'left' END,
      note = CASE WHEN r.state = 'written' THEN r.note ELSE ${ANOTHER_CHANGE} END
    FROM price_changes c
    WHERE c.shop_id = ${shopId} AND c.plan_id = ${planId} AND c.stopped_at IS NULL
      AND r.shop_id = ${shopId} AND r.price_change_id = c.id
      AND r.state IN ('waiting', 'told', 'writing', 'written')`;
}

function endRowsOfOtherPlans(tx: Queries, { shopId, planId, now }: Beginning): Promise<number> {
  return tx.$executeRaw`
    UPDATE price_change_rows r SET ended_at = ${now}, state = 'left', note = ${ANOTHER_PLAN}
    FROM subscriptions s, price_changes c
    WHERE s.shop_id = ${shopId} AND s.plan_id = ${planId} AND s.status IN ('active', 'paused')
      AND r.shop_id = ${shopId} AND r.subscription_id = s.id
      AND c.shop_id = ${shopId} AND c.id = r.price_change_id AND c.plan_id <> ${planId}
      AND r.state IN ('waiting', 'told', 'writing', 'written')`;
}

const ANOTHER_CHANGE = "Another change of its price took the place of this one.";
const ANOTHER_PLAN = "It has another plan now.";
