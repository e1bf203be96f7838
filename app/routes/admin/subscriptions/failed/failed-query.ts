import {
  DECLINE_CLASSES,
  type DeclineClassName,
} from "#app/domain/billing/dunning/decline-classes.ts";
import { PAST_DUE_SORTS, type PastDueSort } from "#app/domain/billing/past-due/list-past-due.ts";
import type { PastDueFilters } from "#app/domain/billing/past-due/past-due-filters.ts";
import { PAST_DUE_STEPS, type PastDueStep } from "#app/domain/billing/past-due/past-due-steps.ts";
import { SUBSCRIPTION_KINDS } from "#app/domain/subscriptions/lists/merchant-filters.ts";
import { endOfDate, startOfDate } from "#app/lib/calendar-date.ts";
import { readDay, readPlan, readSearch, toSearchFilters } from "../list-query.ts";

const CLASSES = Object.keys(DECLINE_CLASSES) as DeclineClassName[];

/** The list's filters as in its address and its fields; blank for none. */
export interface FailedQuery {
  search: string;
  step: "" | PastDueStep;
  decline: "" | DeclineClassName;
  plan: string;
  kind: "" | (typeof SUBSCRIPTION_KINDS)[number];
  /** First and last day of the next step, in the store's zone. */
  from: string;
  to: string;
  /** Blank for the latest failure first. */
  sort: "" | PastDueSort;
}

/** Reads the address. What it does not understand is left out, as if it had not been there. */
export function readFailedQuery(params: URLSearchParams): FailedQuery {
  const sort = PAST_DUE_SORTS.find((known) => known === params.get("sort")) ?? "failed";
  return {
    search: readSearch(params),
    step: PAST_DUE_STEPS.find((known) => known === params.get("step")) ?? "",
    decline: CLASSES.find((known) => known === params.get("decline")) ?? "",
    plan: readPlan(params),
    kind: SUBSCRIPTION_KINDS.find((known) => known === params.get("kind")) ?? "",
    from: readDay(params, "from"),
    to: readDay(params, "to"),
    sort: sort === "failed" ? "" : sort,
  };
}

/** The filters for the list. */
export function toPastDueFilters(
  { search, step, decline, plan, kind, from, to }: FailedQuery,
  zone: string,
): PastDueFilters {
  const stepFrom = startOfDate(from, zone);
  const stepBefore = endOfDate(to, zone);
  return {
    ...(step && { step }),
    ...(decline && { declineClass: decline }),
    ...(plan && { planId: BigInt(plan) }),
    ...(kind && { kind }),
    ...toSearchFilters(search),
    ...(stepFrom && { stepFrom }),
    ...(stepBefore && { stepBefore }),
  };
}
