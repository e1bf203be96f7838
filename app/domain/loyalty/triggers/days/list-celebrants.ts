import { endOfDate, startOfDate } from "#app/lib/calendar-date.ts";
import type { ShopContext } from "../../../context.ts";
import { listEntitled } from "../../../subscriptions/rights/list-entitled.ts";
import type { NewFact } from "../note-facts.ts";
import { birthdayFacts } from "./birthday-facts.ts";
import { addToDay, dayIn, monthDaysOn, yearOf } from "./day.ts";
import type { AnniversaryBasis, DayRules } from "./day-rules.ts";

/** Customers who are written down together; other due tasks of the store wait for them at most. */
const AT_ONCE = 500;
const LAST_YEAR = 9999;

interface Celebrant {
  customerId: bigint;
  facts: NewFact[];
}

/** Some celebrants of a day, by customer. `lastId`: where to go on; null when these are all. */
export interface Celebrants {
  found: Celebrant[];
  lastId: bigint | null;
}

interface Look {
  day: string;
  /** Customers with ids above this one. */
  afterId: bigint;
  since: Date | null;
}

type Context = Pick<ShopContext, "db" | "shop">;

/** Whose birthday a day is, or will be as many days later as rules ask for. */
export async function listBirthdays(
  context: Context,
  { daysBefore }: DayRules,
  { day, afterId, since }: Look,
): Promise<Celebrants> {
  const { db, shop } = context;
  const most = daysBefore.at(-1);
  if (most === undefined) return { found: [], lastId: null };
  const near = Array.from({ length: most + 1 }, (_, later) => addToDay(day, later));
  const nearDays = near.flatMap(monthDaysOn);
  const days = since
    ? nearDays
    : daysBefore.flatMap((before) => monthDaysOn(addToDay(day, before)));
  const rows = await db.prisma.$queryRaw<
    { customer_id: bigint; month_day: number; counts_from: string; joined_at: Date | null }[]
  >`
    SELECT b.customer_id, b.month_day, b.counts_from::text AS counts_from, m.joined_at
    FROM loyalty_birthdays b
    LEFT JOIN members m ON m.shop_id = b.shop_id AND m.customer_id = b.customer_id
    WHERE b.shop_id = ${shop.id} AND b.customer_id > ${afterId}
      AND (b.month_day = ANY (${days}::smallint[])
        OR (b.month_day = ANY (${nearDays}::smallint[]) AND b.counts_from = ${day}::date))
    ORDER BY b.customer_id LIMIT ${AT_ONCE}::int`;
  const look = { day, daysBefore, zone: shop.ianaTimezone, since };
  const joined = rows.filter(({ joined_at }) => joined_at).map(({ customer_id: id }) => id);
  const members = await listMembers(context, joined, day);
  return pageOf(
    rows.map((row) => {
      const kept = {
        monthDay: row.month_day,
        countsFrom: row.counts_from,
        memberSince: members.has(row.customer_id) ? row.joined_at : null,
      };
      return { customerId: row.customer_id, facts: birthdayFacts(kept, look) };
    }),
  );
}

/** Who has been with the store, or a member, for whole years on a day. */
export async function listAnniversaries(
  context: Context,
  basis: AnniversaryBasis,
  { day, afterId }: Look,
): Promise<Celebrants> {
  const { db, shop } = context;
  const zone = shop.ianaTimezone;
  const begins = await findFirstYear(context, basis);
  const spans = Array.from({ length: Math.max(0, yearOf(day) - begins) }, (_, at) => at + 1)
    .flatMap((years) =>
      monthDaysOn(day).map((monthDay) => ({ years, on: dayIn(yearOf(day) - years, monthDay) })),
    )
    .flatMap(({ years, on }) => {
      const from = on && startOfDate(on, zone);
      const until = on && endOfDate(on, zone);
      return from && until ? [{ years, from, until }] : [];
    });
  if (spans.length === 0) return { found: [], lastId: null };
  const from = spans.map((span) => span.from);
  const until = spans.map((span) => span.until);
  const years = spans.map((span) => span.years);
  // OFFSET 0 keeps the planner from one look at all of them: each span is a range of the index by itself.
  const rows =
    basis === "account"
      ? await db.prisma.$queryRaw<{ customer_id: bigint; years: number }[]>`
          SELECT c.id AS customer_id, s.years
          FROM unnest(${from}::timestamptz[], ${until}::timestamptz[], ${years}::integer[]) AS s (starts_at, ends_at, years)
          CROSS JOIN LATERAL (
            SELECT id, merged_into_id, redacted_at FROM customers
            WHERE shop_id = ${shop.id} AND platform_created_at >= s.starts_at AND platform_created_at < s.ends_at
            OFFSET 0) c
          WHERE c.id > ${afterId} AND c.merged_into_id IS NULL AND c.redacted_at IS NULL
          ORDER BY c.id LIMIT ${AT_ONCE}::int`
      : await db.prisma.$queryRaw<{ customer_id: bigint; years: number }[]>`
          SELECT m.customer_id, s.years
          FROM unnest(${from}::timestamptz[], ${until}::timestamptz[], ${years}::integer[]) AS s (starts_at, ends_at, years)
          CROSS JOIN LATERAL (
            SELECT customer_id FROM members
            WHERE shop_id = ${shop.id} AND joined_at >= s.starts_at AND joined_at < s.ends_at
            OFFSET 0) m
          WHERE m.customer_id > ${afterId}
          ORDER BY m.customer_id LIMIT ${AT_ONCE}::int`;
  const at = startOfDate(day, zone);
  const ids = rows.map(({ customer_id: id }) => id);
  const members = basis === "account" ? null : await listMembers(context, ids, day);
  return pageOf(
    rows.map((row) => {
      const isMeant = !members || members.has(row.customer_id);
      const data = { basis, years: row.years };
      const key = `${basis}:${row.years}`;
      return {
        customerId: row.customer_id,
        facts: at && isMeant ? [{ kind: "anniversary", key, at, data }] : [],
      };
    }),
  );
}

/** Who of them still has what a membership gives when a day is over: one that ends on it is not rewarded for it. */
async function listMembers(
  context: Context,
  customerIds: readonly bigint[],
  day: string,
): Promise<ReadonlySet<bigint | null>> {
  const at = endOfDate(day, context.shop.ianaTimezone);
  return at ? listEntitled(context.db.prisma, context, customerIds, at) : new Set();
}

/** The year in which the store's first customer or member came; the latest year there is when there is none. */
export async function findFirstYear(
  { db, shop }: Context,
  basis: AnniversaryBasis,
): Promise<number> {
  const where = { shopId: shop.id };
  const first =
    basis === "account"
      ? (
          await db.prisma.customer.findFirst({
            where: { ...where, platformCreatedAt: { not: null } },
            orderBy: { platformCreatedAt: "asc" },
            select: { platformCreatedAt: true },
          })
        )?.platformCreatedAt
      : (
          await db.prisma.member.findFirst({
            where,
            orderBy: { joinedAt: "asc" },
            select: { joinedAt: true },
          })
        )?.joinedAt;
  // In another zone the same instant may be in the year before.
  return first ? first.getUTCFullYear() - 1 : LAST_YEAR;
}

function pageOf(found: Celebrant[]): Celebrants {
  const last = found.at(-1);
  return { found, lastId: last && found.length === AT_ONCE ? last.customerId : null };
}
