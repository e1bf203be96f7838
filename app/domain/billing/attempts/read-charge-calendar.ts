import type { ShopContext } from "../../context.ts";

/** What falls due on one day. Money in minor units. */
export interface ChargeDay {
  /** `YYYY-MM-DD` in the store's zone. */
  day: string;
  currency: string;
  charges: number;
  amountMinor: bigint;
}

/**
 * The next charges of active subscriptions from an instant up to, but without, another one, by day and currency. Charges
 * that are past due are not among them.
 */
export async function readChargeCalendar(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { from, before }: { from: Date; before: Date },
): Promise<ChargeDay[]> {
  const rows = await db.prisma.$queryRaw<ChargeDayRow[]>`
    SELECT to_char(next_billing_at AT TIME ZONE ${shop.ianaTimezone}::text, 'YYYY-MM-DD') AS day, currency,
           count(*) AS charges, sum(coalesce(next_charge_minor, price_minor))::bigint AS amount_minor
    FROM subscriptions
    WHERE shop_id = ${shop.id} AND status = 'active' AND next_billing_at >= ${from} AND next_billing_at < ${before}
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return rows.map((row) => ({
    day: row.day,
    currency: row.currency,
    charges: Number(row.charges),
    amountMinor: row.amount_minor,
  }));
}

interface ChargeDayRow {
  day: string;
  currency: string;
  charges: bigint;
  amount_minor: bigint;
}
