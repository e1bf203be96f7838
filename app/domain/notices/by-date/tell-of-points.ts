import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { queueMail } from "../../mail/outbox/queue-mail.ts";

const AT_A_TIME = 100;
const DAYS_OF_A_MONTH = 31;

interface EndingPoints {
  customer_id: bigint;
  month: string;
  first: Date;
  points: bigint;
  balance: bigint | null;
}

/** Queues one mail for each customer and month in which points of theirs expire, when the first of them do before `until`. */
export async function tellOfPoints(context: ShopContext, until: Date): Promise<void> {
  while ((await tellOfSome(context, until)) === AT_A_TIME);
}

async function tellOfSome(context: ShopContext, until: Date): Promise<number> {
  const { db, shop, clock } = context;
  const zone = shop.ianaTimezone;
  return db.transaction(async (tx) => {
    const ending = await tx.$queryRaw<EndingPoints[]>`
      SELECT e.customer_id, e.month, e.first, e.points, a.available_minor AS balance
      FROM (
        SELECT g.customer_id, to_char(g.expires_at AT TIME ZONE ${zone}::text, 'YYYY-MM') AS month,
          min(g.expires_at) AS first, sum(g.remaining_minor)::bigint AS points
        FROM credit_grants g
        WHERE g.shop_id = ${shop.id} AND g.unit = 'points' AND g.remaining_minor > 0
          AND g.expires_at > ${clock.now()} AND g.expires_at < ${addDays(until, DAYS_OF_A_MONTH, zone)}
        GROUP BY 1, 2) e
      LEFT JOIN LATERAL (
        SELECT available_minor FROM credit_accounts
        WHERE shop_id = ${shop.id} AND customer_id = e.customer_id AND unit = 'points' LIMIT 1) a ON TRUE
      LEFT JOIN LATERAL (
        SELECT id FROM mails
        WHERE shop_id = ${shop.id} AND cause_key = 'points:' || e.customer_id || ':' || e.month LIMIT 1) m ON TRUE
      WHERE e.first < ${until} AND m.id IS NULL
      ORDER BY e.first LIMIT ${AT_A_TIME}`;
    for (const { customer_id, month, first, points, balance } of ending) {
      await queueMail(context, tx, {
        ...{ kind: "points_expiring", customerId: customer_id },
        causeKey: `points:${customer_id}:${month}`,
        data: { points: Number(points), expiresAt: first, balance: Number(balance ?? 0n) },
      });
    }
    return ending.length;
  });
}

/** When the first points from an instant on expire; null when none do. */
export async function nextPointsAfter({ db, shop }: ShopContext, from: Date): Promise<Date | null> {
  const row = await db.prisma.creditGrant.findFirst({
    where: { shopId: shop.id, unit: "points", remainingMinor: { gt: 0 }, expiresAt: { gte: from } },
    orderBy: { expiresAt: "asc" },
    select: { expiresAt: true },
  });
  return row?.expiresAt ?? null;
}
