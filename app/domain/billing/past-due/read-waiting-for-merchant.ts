import type { ShopContext } from "../../context.ts";
import { knownErrorCode, whatHappened } from "../dunning/decline-classes.ts";

/** Failed charges that nobody but the merchant can decide about, with one reason. */
export interface WaitingForMerchant {
  /** A code of the platform. */
  code: string;
  /** What happened, in a sentence. */
  reason: string;
  charges: number;
  /** The oldest one's failure. */
  since: Date;
}

interface WaitingRow {
  error_code: string | null;
  /** Both where the store's currency is the reason. */
  currency: string | null;
  store_currency: string | null;
  charges: number;
  since: Date;
}

/** The failed charges that are not retried until the merchant acts, by their reason: suspected fraud first, then the most. */
export async function readWaitingForMerchant({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<WaitingForMerchant[]> {
  // One that the merchant has charged again just now waits for the bank.
  const rows = await db.prisma.$queryRaw<WaitingRow[]>`
    SELECT a.error_code, a.currency, a.store_currency, count(*)::int AS charges, min(f.past_due_since) AS since
    FROM billing_cycles f
    JOIN LATERAL (
      SELECT b.error_code, b.status, b.store_currency,
             CASE WHEN b.store_currency IS NOT NULL THEN b.currency END AS currency FROM billing_attempts b
      WHERE b.shop_id = ${shop.id} AND b.subscription_id = f.subscription_id AND b.cycle_index = f.cycle_index
      ORDER BY b.attempt_number DESC LIMIT 1) a ON a.status = 'failed'
    WHERE f.shop_id = ${shop.id} AND f.state = 'past_due' AND f.step = 'stop'
    GROUP BY a.error_code, a.currency, a.store_currency
    ORDER BY a.error_code <> 'FRAUD_SUSPECTED', count(*) DESC, a.error_code, a.currency, a.store_currency`;
  return rows.map(({ error_code, currency, store_currency: storeCurrency, charges, since }) => {
    const code = error_code ?? "";
    const failed = { code: knownErrorCode(code), currency: currency ?? "", storeCurrency };
    return { code, reason: whatHappened(failed), charges, since };
  });
}
