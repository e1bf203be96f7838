import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { storableText } from "#app/lib/storable-text.ts";

/** What is searched for; blank for nothing. */
export function readSearch(params: URLSearchParams): string {
  return storableText((params.get("search") ?? "").slice(0, 100));
}

/** A plan's internal id; blank for none. */
export function readPlan(params: URLSearchParams): string {
  const plan = params.get("plan") ?? "";
  return /^[1-9]\d{0,17}$/.test(plan) ? plan : "";
}

/** A day that exists; blank for none. */
export function readDay(params: URLSearchParams, name: string): string {
  const day = params.get(name) ?? "";
  return isCalendarDate(day) ? day : "";
}

/** A number is a contract's; words are the customer's. */
export function toSearchFilters(search: string): { contractId?: bigint; words?: string[] } {
  if (/^\d{1,15}$/.test(search)) return { contractId: BigInt(search) };
  const words = search.split(/\s/).filter((word) => word !== "");
  return words.length > 0 ? { words } : {};
}
