import { expect } from "vitest";
import { dayIn, daysBetween, yearOf } from "#app/domain/loyalty/triggers/days/day.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { TestShop } from "./test-shop.ts";

/** A store's day, `YYYY-MM-DD`. */
async function today(shop: TestShop): Promise<string> {
  const { clock, shop: row } = await shop.context();
  return formatDate(clock.now(), row.ianaTimezone);
}

/** Moves the clock on to a day, and waits for all that falls due. */
export async function goTo(shop: TestShop, day: string): Promise<void> {
  const days = daysBetween(await today(shop), day);
  if (days > 0) expect((await shop.control("clock", { advance: `P${days}D` })).status).toBe(200);
  await shop.quiet();
  expect(await today(shop)).toBe(day);
}

/** Goes to 5 January of the next year that has no 29 February: the same days lie ahead of every test. @returns the year. */
export async function goToJanuary(shop: TestShop): Promise<number> {
  let year = yearOf(await today(shop)) + 1;
  if (dayIn(year, 229) !== null) year += 1;
  await goTo(shop, `${year}-01-05`);
  return year;
}
