import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { shareCredit } from "./share-credit.ts";

/**
 * Of each customer who lets credit pay renewals: their charges to come and their credit, both in order. `$1` is the store, `$2` ids of
 * subscriptions, `$3` the instant in business time, `$4` the store's currency.
 */
export const CREDIT_AND_CHARGES = `
  SELECT charges.list AS charges, credit.list AS credit
  FROM (
    SELECT DISTINCT s.customer_id FROM unnest($2::bigint[]) AS w (id)
    JOIN subscriptions s ON s.shop_id = $1 AND s.id = w.id
    JOIN customers c ON c.shop_id = $1 AND c.id = s.customer_id
    WHERE c.pays_renewals_with_credit AND s.currency = $4) owner
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('id', o.id::text, 'at', o.next_billing_at,
      'goodsMinor', o.next_charge_minor - o.delivery_minor) ORDER BY o.next_billing_at, o.id) AS list
    FROM subscriptions o
    WHERE o.shop_id = $1 AND o.customer_id = owner.customer_id AND o.status = 'active' AND o.currency = $4
      AND o.next_billing_at > $3::timestamptz AND o.next_charge_minor > o.delivery_minor) charges
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('expiresAt', g.expires_at, 'leftMinor', g.remaining_minor)
      ORDER BY g.expires_at, g.id) AS list
    FROM credit_grants g
    WHERE g.shop_id = $1 AND g.customer_id = owner.customer_id AND g.unit = 'money' AND g.remaining_minor > 0) credit`;

interface CreditAndCharges {
  charges: { id: string; at: string; goodsMinor: number }[] | null;
  credit: { expiresAt: string | null; leftMinor: number }[] | null;
}

/**
 * What store credit will pay of the next charges of subscriptions, if none is given or spent elsewhere meanwhile: of the goods alone,
 * for the customer's sooner charges first (see `cover-with-credit.ts`), and of what has not expired when the charge is made.
 *
 * @returns minor units by subscription, of those that credit pays something of.
 */
export async function expectCredit(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  queries: Pick<Queries, "$queryRawUnsafe">,
  subscriptionIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const rows = await queries.$queryRawUnsafe<CreditAndCharges[]>(
    CREDIT_AND_CHARGES,
    shop.id,
    subscriptionIds,
    clock.now(),
    shop.currency,
  );
  const wanted = new Set(subscriptionIds);
  const paid = rows.flatMap(payEach).filter(([id, minor]) => wanted.has(id) && minor > 0);
  return new Map(paid);
}

function payEach({ charges, credit }: CreditAndCharges): [bigint, number][] {
  const paid = shareCredit(
    (charges ?? []).map((charge) => ({ ...charge, at: new Date(charge.at) })),
    (credit ?? []).map(({ expiresAt, leftMinor }) => ({
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      leftMinor,
    })),
  );
  return [...paid].map(([id, minor]) => [BigInt(id), minor]);
}
