import type { SubscriptionSort } from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import type { MerchantFilters } from "#app/domain/subscriptions/lists/merchant-filters.ts";
import { endOfDate, isCalendarDate, startOfDate } from "#app/lib/calendar-date.ts";
import { storableText } from "#app/lib/storable-text.ts";

const STATUSES = ["active", "paused", "cancelled"] as const;

/** The list's filters as in its address and its fields; blank for none. */
export interface SubscriptionQuery {
  search: string;
  status: "" | (typeof STATUSES)[number];
  plan: string;
  /** The day of the next charge, in the store's zone. */
  day: string;
  sort: SubscriptionSort;
}

/** Reads the address. What it does not understand is left out, as if it had not been there. */
export function readSubscriptionQuery(params: URLSearchParams): SubscriptionQuery {
  const day = params.get("day") ?? "";
  const plan = params.get("plan") ?? "";
  return {
    search: storableText((params.get("search") ?? "").slice(0, 100)).trim(),
    status: STATUSES.find((known) => known === params.get("status")) ?? "",
    plan: /^[1-9]\d{0,17}$/.test(plan) ? plan : "",
    day: isCalendarDate(day) ? day : "",
    sort: params.get("sort") === "next" ? "next" : "created",
  };
}

/** The filters for the list. A number is a contract's; words are the customer's. */
export function toMerchantFilters(
  { search, status, plan, day }: SubscriptionQuery,
  zone: string,
): MerchantFilters {
  const dueFrom = startOfDate(day, zone);
  const dueBefore = endOfDate(day, zone);
  const words = search.split(/\s/).filter((word) => word !== "");
  const isNumber = /^\d{1,15}$/.test(search);
  return {
    ...(status && { status }),
    ...(plan && { planId: BigInt(plan) }),
    ...(isNumber && { contractId: BigInt(search) }),
    ...(!isNumber && words.length > 0 && { words }),
    ...(dueFrom && { dueFrom }),
    ...(dueBefore && { dueBefore }),
  };
}
