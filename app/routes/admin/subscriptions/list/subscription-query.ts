import {
  isOfActiveOnes,
  SUBSCRIPTION_SORTS,
  type SubscriptionSort,
} from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import {
  type MerchantFilters,
  SUBSCRIPTION_KINDS,
} from "#app/domain/subscriptions/lists/merchant-filters.ts";
import { endOfDate, startOfDate } from "#app/lib/calendar-date.ts";
import { readDay, readPlan, readSearch, toSearchFilters } from "../list-query.ts";

const STATUSES = ["active", "paused", "cancelled"] as const;

/** The list's filters as in its address and its fields; blank for none. */
export interface SubscriptionQuery {
  search: string;
  status: "" | (typeof STATUSES)[number];
  plan: string;
  kind: "" | (typeof SUBSCRIPTION_KINDS)[number];
  /** First and last day of the next charge, in the store's zone. */
  from: string;
  to: string;
  /** Blank for the newest first. */
  sort: "" | SubscriptionSort;
}

/**
 * Reads the address. What it does not understand is left out, as if it had not been there. An order that only active ones have
 * narrows the list to them, where everybody sees it.
 */
export function readSubscriptionQuery(params: URLSearchParams): SubscriptionQuery {
  const sort = SUBSCRIPTION_SORTS.find((known) => known === params.get("sort")) ?? "created";
  const status = STATUSES.find((known) => known === params.get("status")) ?? "";
  return {
    search: readSearch(params),
    status: isOfActiveOnes(sort) ? "active" : status,
    plan: readPlan(params),
    kind: SUBSCRIPTION_KINDS.find((known) => known === params.get("kind")) ?? "",
    from: readDay(params, "from"),
    to: readDay(params, "to"),
    sort: sort === "created" ? "" : sort,
  };
}

/** The filters for the list. */
export function toMerchantFilters(
  { search, status, plan, kind, from, to }: SubscriptionQuery,
  zone: string,
): MerchantFilters {
  const dueFrom = startOfDate(from, zone);
  const dueBefore = endOfDate(to, zone);
  return {
    ...(status && { status }),
    ...(plan && { planId: BigInt(plan) }),
    ...(kind && { kind }),
    ...toSearchFilters(search),
    ...(dueFrom && { dueFrom }),
    ...(dueBefore && { dueBefore }),
  };
}
