import { endOfDate } from "#app/lib/calendar-date.ts";
import { formatDate } from "#app/lib/zoned-time.ts";

/**
 * When credit that ends with a contract is forfeited: with the last day, as the day is all that its owner is told, and
 * credit that expires lasts as long. At once where nothing is paid for any more.
 *
 * @param endsAt when the contract ends; null for at once.
 */
export function forfeitTimeOf(endsAt: Date | null, now: Date, zone: string): Date {
  if (endsAt === null || endsAt <= now) return endsAt ?? now;
  return endOfDate(formatDate(endsAt, zone), zone) ?? endsAt;
}
