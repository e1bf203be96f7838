import { endOfDate, startOfDate } from "#app/lib/calendar-date.ts";
import type { ShopContext } from "../../context.ts";
import type { CreditUnit } from "../movement.ts";
import { readCreditLiability } from "./read-credit-liability.ts";

/**
 * What all customers had at the end of a day in the store's zone. Minor units, or points. 0 before the first entry; of a day that
 * is not over, what they have now.
 *
 * @param day `YYYY-MM-DD`.
 * @returns null for a text that is no day.
 */
export async function readOutstandingOn(
  context: Pick<ShopContext, "db" | "shop">,
  unit: CreditUnit,
  day: string,
): Promise<number | null> {
  const zone = context.shop.ianaTimezone;
  const [start, end] = [startOfDate(day, zone), endOfDate(day, zone)];
  if (!start || !end) return null;
  const { periods } = await readCreditLiability(context, [{ name: day, start, end }], unit);
  return periods[0]?.outstandingMinor ?? null;
}
