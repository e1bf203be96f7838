import type { ShopContext } from "../context.ts";
import type { OverviewScope } from "./overview-days.ts";

export interface SubscriptionFigures {
  /** Now. */
  active: number;
  /** Now. */
  paused: number;
  /** Begun in the period. */
  created: number;
  /** Ended in it. */
  cancelled: number;
}

const FIGURES = `
  SELECT coalesce(sum(total) FILTER (WHERE status = 'active'), 0)::int AS active,
    coalesce(sum(total) FILTER (WHERE status = 'paused'), 0)::int AS paused,
    (SELECT count(*) FROM subscriptions
     WHERE shop_id = $1 AND platform_created_at >= $2 AND platform_created_at < $3
       AND ($4::bigint IS NULL OR plan_id = $4))::int AS created,
    (SELECT count(*) FROM subscriptions
     WHERE shop_id = $1 AND status = 'cancelled' AND cancelled_at >= $2 AND cancelled_at < $3
       AND ($4::bigint IS NULL OR plan_id = $4))::int AS cancelled
  FROM list_totals
  WHERE shop_id = $1 AND list = 'subscriptions' AND ($4::bigint IS NULL OR plan_id = $4)`;

/** Subscriptions of both kinds. */
export async function readSubscriptions(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { from, to, planId }: OverviewScope,
): Promise<SubscriptionFigures> {
  const plan = planId === null ? null : String(planId);
  const values = [String(shop.id), from, to, plan];
  const { rows } = await db.pool.query<{
    active: number;
    paused: number;
    created: number;
    cancelled: number;
  }>(FIGURES, values);
  return rows[0] ?? { active: 0, paused: 0, created: 0, cancelled: 0 };
}
