import type { ListPage } from "#app/lib/listing.ts";
import type { ShopContext } from "../../context.ts";

/** A charge that goes on once its customer has confirmed it at the bank. Money in minor units. */
export interface ChargeToConfirm {
  id: bigint;
  subscriptionId: bigint;
  planName: string;
  /** The internal id of who has it; null where nobody is behind it. */
  customerId: bigint | null;
  customer: { firstName: string | null; lastName: string | null; email: string | null } | null;
  amountMinor: bigint;
  currency: string;
  /** When it was made: the customer got the link then. */
  since: Date;
}

interface ToConfirmRow {
  id: bigint;
  subscription_id: bigint;
  plan_name: string;
  customer_id: bigint | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  amount_minor: bigint;
  currency: string;
  created_at: Date;
}

/** A page of a store's charges that wait for a customer's confirmation, the oldest first, and how many there are. */
export async function listChargesToConfirm(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  { limit, offset }: ListPage,
): Promise<{ charges: ChargeToConfirm[]; total: number }> {
  const { db, shop, clock } = context;
  const [rows, { charges: total }] = await Promise.all([
    db.prisma.$queryRaw<ToConfirmRow[]>`
      SELECT a.id, a.subscription_id, s.plan_name, s.customer_id, c.first_name, c.last_name, c.email, a.amount_minor, a.currency,
             a.created_at
      FROM (SELECT b.id, b.subscription_id, b.amount_minor, b.currency, b.created_at FROM billing_attempts b
            WHERE b.shop_id = ${shop.id} AND b.status = 'pending' AND b.action_url IS NOT NULL
            ORDER BY b.created_at, b.id LIMIT ${limit} OFFSET ${offset}) a
      JOIN subscriptions s ON s.shop_id = ${shop.id} AND s.id = a.subscription_id
      LEFT JOIN customers c ON c.shop_id = ${shop.id} AND c.id = s.customer_id
      ORDER BY a.created_at, a.id`,
    countChargesToConfirm(context, clock.now()),
  ]);
  return { charges: rows.map(toCharge), total };
}

/** How many were made no later than an instant, and when the oldest of them was. */
export async function countChargesToConfirm(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  until: Date,
): Promise<{ charges: number; since: Date | null }> {
  const rows = await db.prisma.$queryRaw<{ charges: number; since: Date | null }[]>`
    SELECT count(*)::int AS charges, min(b.created_at) AS since FROM billing_attempts b
    WHERE b.shop_id = ${shop.id} AND b.status = 'pending' AND b.action_url IS NOT NULL
      AND b.created_at <= ${until}`;
  return rows[0] ?? { charges: 0, since: null };
}

function toCharge(row: ToConfirmRow): ChargeToConfirm {
  const { first_name: firstName, last_name: lastName, email } = row;
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    planName: row.plan_name,
    customerId: row.customer_id,
    customer: firstName || lastName || email ? { firstName, lastName, email } : null,
    amountMinor: row.amount_minor,
    currency: row.currency,
    since: row.created_at,
  };
}
