import type { ShopContext } from "../context.ts";
import type { OverviewScope } from "./overview-days.ts";
import { share } from "./share.ts";

export interface RetentionFigures {
  /** Of shoppers who began to cancel in the period. */
  cancelFlows: number;
  /** In these flows. */
  offersShown: number;
  /** In the period, in a flow or by another way. */
  offersAccepted: number;
  /** Flows whose shopper stayed. */
  saved: number;
  /** Of the flows that came to an end. */
  saveRate: number | null;
}

interface FlowRow {
  flows: number;
  shown: number;
  saved: number;
  lost: number;
  accepted: number;
}

const FIGURES = `
  SELECT count(*)::int AS flows, count(offer_shown_at)::int AS shown,
    count(*) FILTER (WHERE outcome = 'saved')::int AS saved,
    count(*) FILTER (WHERE outcome = 'cancelled')::int AS lost,
    (SELECT count(*) FROM applied_offers a
     WHERE a.shop_id = $1 AND a.state IN ('active', 'cancelled') AND a.accepted_at >= $2 AND a.accepted_at < $3
       AND ($4::bigint IS NULL OR EXISTS (
         SELECT 1 FROM subscriptions s
         WHERE s.shop_id = $1 AND s.id = a.subscription_id AND s.plan_id = $4)))::int AS accepted
  FROM cancel_flows f
  WHERE f.shop_id = $1 AND f.started_at >= $2 AND f.started_at < $3
    AND ($4::bigint IS NULL OR EXISTS (
      SELECT 1 FROM subscriptions s
      WHERE s.shop_id = $1 AND s.id = f.subscription_id AND s.plan_id = $4))`;

/** How shoppers who wanted to cancel were kept. */
export async function readRetention(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { from, to, planId }: OverviewScope,
): Promise<RetentionFigures> {
  const plan = planId === null ? null : String(planId);
  const { rows } = await db.pool.query<FlowRow>(FIGURES, [String(shop.id), from, to, plan]);
  const { flows, shown, saved, lost, accepted } = rows[0] ?? {
    ...{ flows: 0, shown: 0, saved: 0, lost: 0, accepted: 0 },
  };
  return {
    cancelFlows: flows,
    offersShown: shown,
    offersAccepted: accepted,
    saved,
    saveRate: share(saved, saved + lost),
  };
}
