import type { ShopContext } from "../context.ts";
import type { OverviewScope } from "./overview-days.ts";
import { share } from "./share.ts";

/** Charges that were tried in the period. */
export interface BillingFigures {
  attempts: number;
  successful: number;
  failed: number;
  /** Of those that have ended. */
  successRate: number | null;
  /** Cycles that were paid after a charge of theirs had failed. */
  recovered: number;
}

interface DayRow {
  attempts: number;
  successful: number;
  failed: number;
  recovered: number;
}

const BY_DAY = `
  SELECT a.attempts, a.successful, a.failed, a.recovered
  FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS d (starts, ends, place)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS attempts, count(*) FILTER (WHERE b.status = 'success')::int AS successful,
      count(*) FILTER (WHERE b.status = 'failed')::int AS failed,
      count(*) FILTER (WHERE b.status = 'success' AND b.attempt_number > 1 AND EXISTS (
        SELECT 1 FROM billing_attempts f
        WHERE f.shop_id = $1 AND f.subscription_id = b.subscription_id AND (f.cycle_index = b.cycle_index OR f.past_cycle = b.past_cycle)
          AND f.status = 'failed' AND f.attempt_number < b.attempt_number))::int AS recovered
    FROM billing_attempts b
    WHERE b.shop_id = $1 AND b.created_at >= d.starts AND b.created_at < d.ends AND b.status <> 'starting'
      AND ($4::bigint IS NULL OR EXISTS (
        SELECT 1 FROM subscriptions s
        WHERE s.shop_id = $1 AND s.id = b.subscription_id AND s.plan_id = $4))) a
  ORDER BY d.place`;

/** The charges of a period, and how many of each day failed. */
export async function readBilling(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { days, planId }: OverviewScope,
): Promise<{ figures: BillingFigures; failedByDay: number[] }> {
  const { rows } = await db.pool.query<DayRow>(BY_DAY, [
    String(shop.id),
    days.map(({ start }) => start),
    days.map(({ end }) => end),
    planId === null ? null : String(planId),
  ]);
  const sum = (name: keyof DayRow) => rows.reduce((total, row) => total + row[name], 0);
  const [successful, failed] = [sum("successful"), sum("failed")];
  return {
    figures: {
      attempts: sum("attempts"),
      successful,
      failed,
      successRate: share(successful, successful + failed),
      recovered: sum("recovered"),
    },
    failedByDay: rows.map((row) => row.failed),
  };
}
