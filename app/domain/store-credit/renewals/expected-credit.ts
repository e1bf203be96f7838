import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { availableCreditSql } from "../../ledger/available-credit-sql.ts";

/** `$1` is the store, `$2` ids of subscriptions, `$3` the instant in business time, `$4` the store's currency. */
export const EXPECTED_CREDIT = `
  SELECT s.id, least(s.next_charge_minor - s.delivery_minor, ${availableCreditSql("money", "s.customer_id", "$3::timestamptz")}
    - sooner.minor)::bigint AS minor
  FROM unnest($2::bigint[]) AS w (id)
  JOIN subscriptions s ON s.shop_id = $1 AND s.id = w.id
  JOIN customers c ON c.shop_id = $1 AND c.id = s.customer_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(o.next_charge_minor - o.delivery_minor), 0) AS minor FROM subscriptions o
    WHERE o.shop_id = $1 AND o.customer_id = s.customer_id AND o.status = 'active' AND o.currency = $4
      AND o.next_billing_at > $3::timestamptz AND (o.next_billing_at, o.id) < (s.next_billing_at, s.id)) sooner
  WHERE c.pays_renewals_with_credit AND s.currency = $4`;

/**
 * What store credit would pay of the next charges of subscriptions, by what is there now: of the goods alone, and for the customer's
 * sooner charges first (see `cover-with-credit.ts`).
 *
 * @returns minor units by subscription, of those that credit pays something of.
 */
export async function expectCredit(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  queries: Pick<Queries, "$queryRawUnsafe">,
  subscriptionIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const rows = await queries.$queryRawUnsafe<{ id: bigint; minor: bigint | null }[]>(
    EXPECTED_CREDIT,
    shop.id,
    subscriptionIds,
    clock.now(),
    shop.currency,
  );
  const paid = rows.map(({ id, minor }) => [id, Number(minor ?? 0)] as const);
  return new Map(paid.filter(([, minor]) => minor > 0));
}
