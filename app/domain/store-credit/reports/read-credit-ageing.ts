import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";

/** How soon credit ends: within so many days of now. */
const AGES_DAYS = [7, 30, 90] as const;

/** Available credit that ends no later than `days` from now and later than the band before; null: later, or never. */
export interface CreditAge {
  band: "7" | "30" | "90" | "later" | "never";
  amountMinor: number;
  /** Whose it is; null where the band is too far off for anybody to be written to. */
  customers: number | null;
}

// Telling customers apart is what costs, so it is done only for what ends soon, which an index finds.
const READ_AGES = `
  SELECT width_bucket(expires_at, $2::timestamptz[]) AS band, sum(remaining_minor) AS amount,
         count(DISTINCT customer_id) AS customers
  FROM credit_grants
  WHERE shop_id = $1 AND unit = 'money' AND remaining_minor > 0
    AND expires_at < ($2::timestamptz[])[array_upper($2::timestamptz[], 1)]
  GROUP BY 1
  UNION ALL
  SELECT CASE WHEN expires_at IS NULL THEN -1 ELSE array_upper($2::timestamptz[], 1) END,
         sum(remaining_minor), NULL
  FROM credit_grants
  WHERE shop_id = $1 AND unit = 'money' AND remaining_minor > 0
    AND (expires_at IS NULL OR expires_at >= ($2::timestamptz[])[array_upper($2::timestamptz[], 1)])
  GROUP BY 1`;

const BANDS: readonly CreditAge["band"][] = ["7", "30", "90", "later"];

/** What is available to customers, by how soon it expires. All bands, also the empty ones, soonest first. */
export async function readCreditAgeing(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
): Promise<CreditAge[]> {
  const { shop, db, clock } = context;
  const now = clock.now();
  const limits = AGES_DAYS.map((days) => addDays(now, days, shop.ianaTimezone));
  const { rows } = await db.pool.query<{ band: number; amount: string; customers: string | null }>(
    READ_AGES,
    [String(shop.id), limits],
  );
  const read = (band: CreditAge["band"], place: number): CreditAge => {
    const row = rows.find((one) => one.band === place);
    const isSoon = place >= 0 && place < limits.length;
    return {
      band,
      amountMinor: Number(row?.amount ?? 0),
      customers: isSoon ? Number(row?.customers ?? 0) : null,
    };
  };
  return [...BANDS.map((band, place) => read(band, place)), read("never", -1)];
}
