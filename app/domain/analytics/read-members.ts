import type { ShopContext } from "../context.ts";
import type { OverviewScope } from "./overview-days.ts";
import { share } from "./share.ts";

export interface MemberFigures {
  /** Now. */
  active: number;
  /** Whose first membership began in the period. */
  joined: number;
  /** Whose last one ended in it. */
  cancelled: number;
  /** Of those who were members when the period began, the share that has ended since. */
  churnRate: number | null;
}

const BY_DAY = `
  SELECT (SELECT count(*) FROM members
     WHERE shop_id = $1 AND joined_at >= d.starts AND joined_at < d.ends
       AND ($4::bigint IS NULL OR plan_id = $4))::int AS joined,
    (SELECT count(*) FROM members
     WHERE shop_id = $1 AND status = 'cancelled' AND cancelled_at >= d.starts AND cancelled_at < d.ends
       AND ($4::bigint IS NULL OR plan_id = $4))::int AS cancelled
  FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS d (starts, ends, place)
  ORDER BY d.place`;

// Who was there when the period began is everyone, less those who joined since, less those who had ended before.
const TOTALS = `
  SELECT coalesce(sum(total) FILTER (WHERE status = 'active'), 0)::int AS active,
    coalesce(sum(total), 0)::int - (
      SELECT count(*) FROM members
      WHERE shop_id = $1 AND joined_at >= $2 AND ($3::bigint IS NULL OR plan_id = $3))::int
    - coalesce(sum(total) FILTER (WHERE status = 'cancelled'), 0)::int + (
      SELECT count(*) FROM members
      WHERE shop_id = $1 AND status = 'cancelled' AND cancelled_at >= $2
        AND ($3::bigint IS NULL OR plan_id = $3))::int AS before,
    (SELECT count(*) FROM members
     WHERE shop_id = $1 AND status = 'cancelled' AND cancelled_at >= $2 AND joined_at < $2
       AND ($3::bigint IS NULL OR plan_id = $3))::int AS lost
  FROM list_totals
  WHERE shop_id = $1 AND list = 'members' AND ($3::bigint IS NULL OR plan_id = $3)`;

/** Who joined and who left in a period, by day too. A member counts under the plan that their state comes from. */
export async function readMembers(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { days, from, planId }: OverviewScope,
): Promise<{ figures: MemberFigures; byDay: { joined: number; cancelled: number }[] }> {
  const shopId = String(shop.id);
  const plan = planId === null ? null : String(planId);
  const [byDay, totals] = await Promise.all([
    db.pool.query<{ joined: number; cancelled: number }>(BY_DAY, [
      shopId,
      days.map(({ start }) => start),
      days.map(({ end }) => end),
      plan,
    ]),
    db.pool.query<{ active: number; before: number; lost: number }>(TOTALS, [shopId, from, plan]),
  ]);
  const { active, before, lost } = totals.rows[0] ?? { active: 0, before: 0, lost: 0 };
  return {
    figures: {
      active,
      joined: byDay.rows.reduce((sum, row) => sum + row.joined, 0),
      cancelled: byDay.rows.reduce((sum, row) => sum + row.cancelled, 0),
      churnRate: share(lost, before),
    },
    byDay: byDay.rows,
  };
}
