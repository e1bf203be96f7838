import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";

/** The outcomes of the cancel flows that started in a period. */
export interface RetentionFigures {
  flows: number;
  offersShown: number;
  saved: number;
  cancelled: number;
  /** Saved among those that came to an end, in whole per cent; null while none has. */
  saveRate: number | null;
}

export interface RetentionReport {
  days: number;
  period: RetentionFigures;
  /** The same number of days before, for the trend. */
  previous: RetentionFigures;
  byReason: ReasonFigures[];
}

/** How one reason went in the period; `alias` null for those who gave none. */
interface ReasonFigures {
  alias: string | null;
  saved: number;
  cancelled: number;
}

interface FiguresRow {
  is_current: boolean;
  flows: number;
  offers_shown: number;
  saved: number;
  cancelled: number;
}

/**
 * Saved and lost subscribers of the last `days` days by the store's clock.
 *
 * @returns null when no shopper has ever started to cancel: no data, which is not the same as zero.
 */
export async function readRetentionFigures(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  days: number,
): Promise<RetentionReport | null> {
  const { prisma } = context.db;
  const shopId = context.shop.id;
  const now = context.clock.now();
  const since = addDays(now, -days, context.shop.ianaTimezone);
  const previousSince = addDays(now, -2 * days, context.shop.ianaTimezone);
  const [any, rows, byReason] = await Promise.all([
    prisma.cancelFlow.findFirst({ where: { shopId }, select: { id: true } }),
    prisma.$queryRaw<FiguresRow[]>`
      SELECT started_at >= ${since} AS is_current, count(*)::int AS flows,
        count(offer_shown_at)::int AS offers_shown,
        count(*) FILTER (WHERE outcome = 'saved')::int AS saved,
        count(*) FILTER (WHERE outcome = 'cancelled')::int AS cancelled
      FROM cancel_flows WHERE shop_id = ${shopId} AND started_at >= ${previousSince} GROUP BY 1`,
    prisma.$queryRaw<ReasonFigures[]>`
      SELECT reason_alias AS alias, count(*) FILTER (WHERE outcome = 'saved')::int AS saved,
        count(*) FILTER (WHERE outcome = 'cancelled')::int AS cancelled
      FROM cancel_flows
      WHERE shop_id = ${shopId} AND started_at >= ${since} AND outcome <> 'open'
      GROUP BY 1 ORDER BY count(*) DESC, 1`,
  ]);
  if (!any) return null;
  return {
    days,
    period: toFigures(rows.find((row) => row.is_current)),
    previous: toFigures(rows.find((row) => !row.is_current)),
    byReason,
  };
}

function toFigures(row: FiguresRow | undefined): RetentionFigures {
  const saved = row?.saved ?? 0;
  const cancelled = row?.cancelled ?? 0;
  const ended = saved + cancelled;
  return {
    flows: row?.flows ?? 0,
    offersShown: row?.offers_shown ?? 0,
    saved,
    cancelled,
    saveRate: ended === 0 ? null : Math.round((100 * saved) / ended),
  };
}
