import { startOfDate } from "#app/lib/calendar-date.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../../context.ts";
import { addToDay, dayIn, monthDayOf, monthDaysOn, yearOf } from "./day.ts";
import type { AnniversaryBasis, DayRules } from "./day-rules.ts";
import { findFirstYear } from "./list-celebrants.ts";

/** So far ahead is looked: a birthday that is set meanwhile counts no earlier, and a customer who comes has no anniversary. */
const AHEAD_DAYS = 28;

type Context = Pick<ShopContext, "db" | "shop">;

/** The next day after `day` on which there may be something to write down; at the latest in four weeks. */
export async function findNextDay(
  context: Context,
  { daysBefore, bases }: DayRules,
  day: string,
): Promise<string> {
  const found = [
    addToDay(day, AHEAD_DAYS),
    await nextBirthday(context, daysBefore, day),
    (daysBefore.at(-1) ?? 0) > 0 ? await nextBeginning(context, day) : null,
    ...(await Promise.all(bases.map((basis) => nextAnniversary(context, basis, day)))),
  ];
  return found.filter((one) => one !== null).sort()[0] ?? addToDay(day, AHEAD_DAYS);
}

async function nextBirthday(
  { db, shop }: Context,
  daysBefore: readonly number[],
  day: string,
): Promise<string | null> {
  const looks = daysBefore.flatMap((before) =>
    Array.from({ length: AHEAD_DAYS }, (_, at) => addToDay(day, at + 1)).flatMap((on) =>
      monthDaysOn(addToDay(on, before)).map((monthDay) => ({ on, monthDay })),
    ),
  );
  const rows = await db.prisma.$queryRaw<{ day: string | null }[]>`
    SELECT min(n.day) AS day
    FROM unnest(${looks.map(({ on }) => on)}::text[], ${looks.map(({ monthDay }) => monthDay)}::smallint[])
      AS n (day, month_day)
    WHERE EXISTS (
      SELECT 1 FROM loyalty_birthdays b WHERE b.shop_id = ${shop.id} AND b.month_day = n.month_day)`;
  return rows[0]?.day ?? null;
}

/** When the next birthday begins to count: its reward may have waited for that. */
async function nextBeginning({ db, shop }: Context, day: string): Promise<string | null> {
  const row = await db.prisma.loyaltyBirthday.findFirst({
    where: { shopId: shop.id, countsFrom: { gt: new Date(`${day}T00:00:00Z`) } },
    orderBy: { countsFrom: "asc" },
    select: { countsFrom: true },
  });
  return row?.countsFrom.toISOString().slice(0, 10) ?? null;
}

/** Of each year before, the first who came on that day of the year or later. */
async function nextAnniversary(
  context: Context,
  basis: AnniversaryBasis,
  day: string,
): Promise<string | null> {
  const { db, shop } = context;
  const zone = shop.ianaTimezone;
  const tomorrow = addToDay(day, 1);
  const length = Math.max(0, yearOf(tomorrow) - (await findFirstYear(context, basis)));
  const spans = Array.from({ length }, (_, at) => at + 1).flatMap((years) => {
    const year = yearOf(tomorrow) - years;
    const from = startOfDate(dayIn(year, monthDayOf(tomorrow)) ?? `${year}-03-01`, zone);
    return from ? [{ years, from }] : [];
  });
  const years = spans.map((span) => span.years);
  const from = spans.map((span) => span.from);
  const rows =
    basis === "account"
      ? await db.prisma.$queryRaw<{ years: number; first_at: Date | null }[]>`
          SELECT s.years, (
            SELECT c.platform_created_at FROM customers c
            WHERE c.shop_id = ${shop.id} AND c.platform_created_at >= s.starts_at
            ORDER BY c.platform_created_at LIMIT 1) AS first_at
          FROM unnest(${years}::integer[], ${from}::timestamptz[]) AS s (years, starts_at)`
      : await db.prisma.$queryRaw<{ years: number; first_at: Date | null }[]>`
          SELECT s.years, (
            SELECT m.joined_at FROM members m
            WHERE m.shop_id = ${shop.id} AND m.joined_at >= s.starts_at ORDER BY m.joined_at LIMIT 1) AS first_at
          FROM unnest(${years}::integer[], ${from}::timestamptz[]) AS s (years, starts_at)`;
  const days = rows.flatMap(({ years: after, first_at: first }) => {
    if (!first) return [];
    const began = formatDate(first, zone);
    const year = yearOf(began) + after;
    return [dayIn(year, monthDayOf(began)) ?? `${year}-02-28`];
  });
  return days.sort()[0] ?? null;
}
