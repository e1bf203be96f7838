import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../../activity/record-activity.ts";
import type { ShopContext } from "../../../context.ts";
import { listEntitled } from "../../../subscriptions/rights/list-entitled.ts";
import { birthdayFacts } from "../days/birthday-facts.ts";
import { addToDay, dayIn } from "../days/day.ts";
import { readDayRules } from "../days/day-rules.ts";
import { planDays } from "../days/note-day.ts";
import { lockHolder } from "../lock-holder.ts";
import { noteFactsIn } from "../note-facts.ts";

/** Nobody is rewarded for a birthday sooner after having named it. */
const WAITS_DAYS = 30;
/** A year with every day. */
const LEAP_YEAR = 2000;

export interface Birthday {
  /** 1 to 12. */
  month: number;
  day: number;
  /** No reward before this day, `YYYY-MM-DD`. */
  countsFrom: string;
}

/** A customer's birthday as it is kept; null when they have named none. */
export async function readBirthday(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
): Promise<Birthday | null> {
  const where = { shopId_customerId: { shopId: shop.id, customerId } };
  const row = await db.prisma.loyaltyBirthday.findUnique({ where });
  return row && toBirthday(row);
}

/**
 * Keeps the birthday that a customer names themselves, once. The same again changes nothing.
 *
 * @throws AppError invalid_input for a day that no year has, already_done when another one is kept, not_found.
 */
export async function setBirthday(
  context: ShopContext,
  customerId: bigint,
  given: { month: number; day: number },
): Promise<Birthday> {
  const monthDay = monthDayOf(given);
  return context.db.transaction(async (tx) => {
    const holder = await requireHolder(context, tx, customerId);
    const isNew = await create(context, tx, holder, monthDay);
    const where = { shopId_customerId: { shopId: context.shop.id, customerId: holder } };
    const row = await tx.loyaltyBirthday.findUniqueOrThrow({ where });
    if (row.monthDay !== monthDay) {
      const message = "Your birthday is known already. Ask the store to change it.";
      throw new AppError("already_done", message);
    }
    if (isNew) await record(context, tx, holder, "set", "The customer named their birthday.");
    return toBirthday(row);
  });
}

/**
 * Changes, names or removes a customer's birthday for the merchant; the timeline names who did. It counts from when the
 * first one did, and still once a calendar year.
 *
 * @param given null removes it.
 * @throws AppError invalid_input for a day that no year has, not_found.
 */
export async function changeBirthday(
  context: ShopContext,
  customerId: bigint,
  given: { month: number; day: number } | null,
): Promise<Birthday | null> {
  const monthDay = given && monthDayOf(given);
  const { db, shop, clock } = context;
  const rules = await readDayRules(context);
  return db.transaction(async (tx) => {
    const holder = await requireHolder(context, tx, customerId);
    if (monthDay === null) {
      const { count } = await tx.loyaltyBirthday.deleteMany({
        where: { shopId: shop.id, customerId: holder },
      });
      if (count > 0) await record(context, tx, holder, "removed", "The birthday was removed.");
      return null;
    }
    const isNew = await create(context, tx, holder, monthDay);
    const where = { shopId_customerId: { shopId: shop.id, customerId: holder } };
    const before = await tx.loyaltyBirthday.findUniqueOrThrow({ where });
    if (!isNew && before.monthDay === monthDay) return toBirthday(before);
    const data = { monthDay, updatedAt: clock.now() };
    const birthday = toBirthday(await tx.loyaltyBirthday.update({ where, data }));
    await record(context, tx, holder, "changed", "The birthday was changed.");
    // The day on which its reward would have come may be over.
    const memberSince = await findMemberSince(context, tx, holder);
    const look = {
      ...{ day: formatDate(clock.now(), shop.ianaTimezone), zone: shop.ianaTimezone },
      ...{ daysBefore: rules?.daysBefore ?? [], since: clock.now() },
    };
    const { countsFrom } = birthday;
    const facts = birthdayFacts({ monthDay, countsFrom, memberSince }, look);
    await noteFactsIn(context, tx, holder, facts);
    // Nor may the next day be planned that it needs.
    if (rules) await planDays(context, tx, null);
    return birthday;
  });
}

function monthDayOf({ month, day }: { month: number; day: number }): number {
  const monthDay = month * 100 + day;
  if (day < 1 || day > 31 || dayIn(LEAP_YEAR, monthDay) === null) {
    throw wrongField("day", "This month has no such day.");
  }
  return monthDay;
}

async function requireHolder(
  { shop }: ShopContext,
  tx: Queries,
  customerId: bigint,
): Promise<bigint> {
  const holder = await lockHolder(tx, shop.id, customerId);
  if (holder === null) throw new AppError("not_found", "There is no such customer.");
  return holder;
}

/** @returns whether there was none before. */
async function create(
  { shop, clock }: ShopContext,
  tx: Queries,
  customerId: bigint,
  monthDay: number,
): Promise<boolean> {
  const now = clock.now();
  const countsFrom = addToDay(formatDate(now, shop.ianaTimezone), WAITS_DAYS);
  const { count } = await tx.loyaltyBirthday.createMany({
    data: [
      {
        ...{ shopId: shop.id, customerId, monthDay, createdAt: now, updatedAt: now },
        countsFrom: new Date(`${countsFrom}T00:00:00Z`),
      },
    ],
    skipDuplicates: true,
  });
  return count > 0;
}

async function findMemberSince(
  context: ShopContext,
  tx: Queries,
  customerId: bigint,
): Promise<Date | null> {
  const { shop, clock } = context;
  const member = await tx.member.findFirst({
    where: { shopId: shop.id, customerId },
    select: { joinedAt: true },
  });
  if (!member) return null;
  const entitled = await listEntitled(tx, context, [customerId], clock.now());
  return entitled.has(customerId) ? member.joinedAt : null;
}

/** Not the day itself: the timeline outlives an erasure. */
function record(
  context: ShopContext,
  tx: Queries,
  customerId: bigint,
  what: "set" | "changed" | "removed",
  message: string,
): Promise<void> {
  return recordActivity(context, tx, { kind: `loyalty_birthday.${what}`, message, customerId });
}

function toBirthday({ monthDay, countsFrom }: { monthDay: number; countsFrom: Date }): Birthday {
  return {
    month: Math.floor(monthDay / 100),
    day: monthDay % 100,
    countsFrom: countsFrom.toISOString().slice(0, 10),
  };
}
