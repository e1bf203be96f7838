import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";

/** A charge that was owed when its subscription was paused, and that nobody makes later. */
interface SparedCharge {
  subscriptionId: bigint;
  planName: string;
  customer: { firstName: string | null; lastName: string | null } | null;
  dueAt: Date;
  /** When the pause has left it unpaid. */
  at: Date;
}

/** Whoever has not asked for it by then has left it. */
const SHOWN_DAYS = 30;

/** The charges that pauses have left unpaid, the latest first: until the next one is made, or the subscription has ended. */
export async function listSparedCharges(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  most: number,
): Promise<SparedCharge[]> {
  const since = addDays(clock.now(), -SHOWN_DAYS, shop.ianaTimezone);
  const rows = await db.prisma.$queryRaw<
    {
      id: bigint;
      plan_name: string;
      customer_id: bigint | null;
      first_name: string | null;
      last_name: string | null;
      due_at: Date;
      closed_at: Date;
    }[]
  >`
    SELECT s.id, s.plan_name, s.customer_id, c.first_name, c.last_name, b.due_at, b.closed_at
    FROM billing_cycles b
    JOIN subscriptions s ON s.shop_id = b.shop_id AND s.id = b.subscription_id
    LEFT JOIN customers c ON c.shop_id = s.shop_id AND c.id = s.customer_id
    WHERE b.shop_id = ${shop.id} AND b.spared_by_pause AND b.closed_at >= ${since} AND s.status <> 'cancelled'
      AND NOT EXISTS (
        SELECT 1 FROM billing_cycles l
        WHERE l.shop_id = b.shop_id AND l.subscription_id = b.subscription_id AND l.cycle_index > b.cycle_index)
    ORDER BY b.closed_at DESC LIMIT ${most}`;
  return rows.map((row) => ({
    subscriptionId: row.id,
    planName: row.plan_name,
    customer:
      row.customer_id === null ? null : { firstName: row.first_name, lastName: row.last_name },
    dueAt: row.due_at,
    at: row.closed_at,
  }));
}
