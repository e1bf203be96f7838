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
      'goodsMinor', o.next_charge_minor - o.delivery_minor, 'deliveryMinor', o.delivery_minor) ORDER BY o.next_billing_at, o.id) AS list
    FROM subscriptions o
    WHERE o.shop_id = $1 AND o.customer_id = owner.customer_id AND o.status = 'active' AND o.currency = $4
      AND o.next_billing_at > $3::timestamptz AND o.next_charge_minor IS NOT NULL) charges
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('expiresAt', g.expires_at, 'leftMinor', g.remaining_minor)
      ORDER BY g.expires_at, g.id) AS list
    FROM credit_grants g
    WHERE g.shop_id = $1 AND g.customer_id = owner.customer_id AND g.unit = 'money' AND g.remaining_minor > 0) credit`;

interface CreditAndCharges {
  charges: { id: string; at: string; goodsMinor: number; deliveryMinor: number }[] | null;
  credit: { expiresAt: string | null; leftMinor: number }[] | null;
}

/**
 * What store credit will pay of the next charges of subscriptions, if none is given or spent elsewhere meanwhile: of the goods alone,
 * for the customer's sooner charges first (see `cover-with-credit.ts`), and of what has not expired when the charge is made.
 *
 * @param amounts what these charges come to before credit, in minor units by subscription.
 * @returns minor units by subscription, of those that credit pays something of.
 */
export async function expectCredit(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  queries: Pick<Queries, "$queryRawUnsafe">,
  amounts: ReadonlyMap<bigint, number>,
): Promise<Map<bigint, number>> {
  const rows = await queries.$queryRawUnsafe<CreditAndCharges[]>(
    CREDIT_AND_CHARGES,
    shop.id,
    [...amounts.keys()],
    clock.now(),
    shop.currency,
  );
  const paid = rows.flatMap((row) => payEach(row, amounts));
  return new Map(paid.filter(([id, minor]) => amounts.has(id) && minor > 0));
}

function payEach(
  { charges, credit }: CreditAndCharges,
  amounts: ReadonlyMap<bigint, number>,
): [bigint, number][] {
  const paid = shareCredit(
    (charges ?? []).map(({ id, at, goodsMinor, deliveryMinor }) => {
      const amount = amounts.get(BigInt(id));
      const goods = amount === undefined ? goodsMinor : amount - deliveryMinor;
      return { id, at: new Date(at), goodsMinor: Math.max(0, goods) };
    }),
    (credit ?? []).map(({ expiresAt, leftMinor }) => ({
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      leftMinor,
    })),
  );
  return [...paid].map(([id, minor]) => [BigInt(id), minor]);
}
