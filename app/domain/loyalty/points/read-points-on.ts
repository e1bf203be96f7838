import { endOfDate } from "#app/lib/calendar-date.ts";
import type { ShopContext } from "../../context.ts";

/** What counts; pending points do not yet. */
const COUNTS = 0;

/**
 * What a customer's points came to at the end of a day in the store's zone, less what was owed then: the total that the last
 * entry before it left. 0 before the first one.
 *
 * @param day `YYYY-MM-DD`.
 * @returns null for a text that is no day.
 */
export async function readPointsOn(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  day: string,
): Promise<number | null> {
  const end = endOfDate(day, shop.ianaTimezone);
  if (!end) return null;
  const entry = await db.prisma.creditEntry.findFirst({
    where: {
      ...{ shopId: shop.id, customerId, unit: "points", status: COUNTS },
      createdAt: { lt: end },
    },
    orderBy: { id: "desc" },
    select: { totalAfterMinor: true },
  });
  return Number(entry?.totalAfterMinor ?? 0);
}
