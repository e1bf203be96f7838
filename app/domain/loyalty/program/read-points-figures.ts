import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { rollUpForReader } from "../../ledger/roll-up-credit.ts";

/** How points came and went over a span of time. None is below zero. */
export interface PointsFlow {
  earned: number;
  redeemed: number;
  expired: number;
  takenBack: number;
  /** By the merchant and by other systems; below zero where more was deducted than added. */
  adjusted: number;
}

export interface PointsFigures {
  recent: PointsFlow;
  ever: PointsFlow;
  /** What customers can spend: the program's liability. */
  availablePoints: number;
  /** What counts once return windows are over. */
  pendingPoints: number;
  /** What was taken back after it was spent, and is taken from what is earned next. */
  owedPoints: number;
}

/** The days of the `recent` figures, today among them. */
export const RECENT_DAYS = 30;

/**
 * The points of all customers of a store. Flows and the liability are read from the ledger's summaries by day, and may be behind it for a
 * moment.
 */
export async function readPointsFigures(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
): Promise<PointsFigures> {
  await rollUpForReader(context);
  const { db, shop, clock } = context;
  const since = formatDate(
    addDays(clock.now(), 1 - RECENT_DAYS, shop.ianaTimezone),
    shop.ianaTimezone,
  );
  const [days, waiting] = await Promise.all([
    db.pool.query<DaysRow>(
      `SELECT type_code, sum(given_minor) AS given, sum(taken_minor) AS taken,
         coalesce(sum(given_minor) FILTER (WHERE day >= $2::text::date), 0) AS recent_given,
         coalesce(sum(taken_minor) FILTER (WHERE day >= $2::text::date), 0) AS recent_taken
       FROM credit_days WHERE shop_id = $1 AND unit = 'points' GROUP BY type_code`,
      [String(shop.id), since],
    ),
    db.pool.query<{ pending: string; owed: string }>(
      `SELECT coalesce((
           SELECT sum(pending_minor) FROM credit_accounts
           WHERE shop_id = $1 AND unit = 'points' AND pending_minor > 0), 0) AS pending,
         coalesce((
           SELECT sum(owed_minor) FROM credit_accounts
           WHERE shop_id = $1 AND unit = 'points' AND owed_minor > 0), 0) AS owed`,
      [String(shop.id)],
    ),
  ]);
  const all = days.rows.map((row) => ({
    type: row.type_code,
    ever: Number(row.given) + Number(row.taken),
    recent: Number(row.recent_given) + Number(row.recent_taken),
  }));
  const owedPoints = Number(waiting.rows[0]?.owed ?? 0);
  const sum = all.reduce((total, { ever }) => total + ever, 0);
  return {
    recent: flowOf(all.map(({ type, recent: net }) => ({ type, net }))),
    ever: flowOf(all.map(({ type, ever: net }) => ({ type, net }))),
    // What is owed is in the entries already, and in no balance.
    availablePoints: sum + owedPoints,
    pendingPoints: Number(waiting.rows[0]?.pending ?? 0),
    owedPoints,
  };
}

interface DaysRow {
  type_code: number;
  given: string;
  taken: string;
  recent_given: string;
  recent_taken: string;
}

function flowOf(types: readonly { type: number; net: number }[]): PointsFlow {
  const netOf = (...codes: number[]) =>
    types.reduce((sum, { type, net }) => (codes.includes(type) ? sum + net : sum), 0);
  const { loyaltyReward, redemption, redemptionReturned, expired, takenBack } = CREDIT_TYPES;
  const named = [loyaltyReward, redemption, redemptionReturned, expired, takenBack];
  return {
    earned: netOf(loyaltyReward),
    redeemed: Math.abs(netOf(redemption, redemptionReturned)),
    expired: Math.abs(netOf(expired)),
    takenBack: Math.abs(netOf(takenBack)),
    adjusted: types.reduce(
      (sum, { type, net }) => (named.some((known) => known === type) ? sum : sum + net),
      0,
    ),
  };
}
