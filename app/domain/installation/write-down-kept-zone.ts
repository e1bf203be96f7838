import { inSteps } from "#app/lib/in-batches.ts";
import type { ShopContext } from "../context.ts";

const AT_A_TIME = 1000;

/**
 * Writes down the store's zone in every row that keeps a day and a time, or what was read of them, without saying where they are
 * meant: before the store moves to another zone. Rows that are written by this version say it. Safe to repeat.
 */
export async function writeDownKeptZone({ db, shop }: ShopContext): Promise<void> {
  const zone = shop.ianaTimezone;
  await db.prisma.contractImport.updateMany({
    where: { shopId: shop.id, keptZone: null },
    data: { keptZone: zone },
  });
  let after = 0n;
  await inSteps(AT_A_TIME, async (most) => {
    const [page] = await db.prisma.$queryRaw<{ last: bigint | null; count: number }[]>`
      WITH page AS MATERIALIZED (
        SELECT id FROM subscriptions WHERE shop_id = ${shop.id} AND id > ${after} ORDER BY id LIMIT ${most}
      ), contracts AS (
        UPDATE subscriptions s SET kept_zone = ${zone} FROM page
        WHERE s.shop_id = ${shop.id} AND s.id = page.id AND s.kept_zone IS NULL
      ), cycles AS (
        UPDATE billing_cycles b SET kept_zone = ${zone} FROM page
        WHERE b.shop_id = ${shop.id} AND b.subscription_id = page.id AND b.kept_zone IS NULL
      )
      SELECT max(id) AS last, count(*)::int AS count FROM page`;
    after = page?.last ?? after;
    return page?.count === most;
  });
}
