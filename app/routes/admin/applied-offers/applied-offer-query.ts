import {
  APPLIED_OFFER_STATES,
  type AppliedOfferState,
} from "#app/domain/churn/reports/applied-offer-line.ts";
import type {
  AppliedOfferFilter,
  ListPlace,
} from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import { isReasonAlias } from "#app/domain/subscriptions/cancellation-reasons.ts";
import { endOfDate, isCalendarDate, startOfDate } from "#app/lib/calendar-date.ts";
import { shortened, storableText } from "#app/lib/storable-text.ts";
import type { AppliedOfferQuery } from "./applied-offer-filters.ts";

/** More than this is no name, address or number of anybody. */
const LONGEST_SEARCH = 100;

/** Reads the address. What it does not understand is left out, as if it had not been there. */
export function readAppliedOfferQuery(params: URLSearchParams): AppliedOfferQuery {
  const text = (name: string) => storableText(params.get(name) ?? "");
  const onlyIf = (value: string, isGood: boolean) => (isGood ? value : "");
  return {
    state: onlyIf(text("state"), isState(text("state"))),
    offer: onlyIf(text("offer"), isId(text("offer"))),
    reason: onlyIf(text("reason"), isReasonAlias(text("reason"))),
    customer: storableText(shortened(text("customer"), LONGEST_SEARCH)),
    from: onlyIf(text("from"), isCalendarDate(text("from"))),
    to: onlyIf(text("to"), isCalendarDate(text("to"))),
  };
}

/** The filter for the list; `to` includes its whole day in the store's zone. */
export function toFilter(query: AppliedOfferQuery, zone: string): AppliedOfferFilter {
  const from = startOfDate(query.from, zone);
  const before = endOfDate(query.to, zone);
  return {
    ...(isState(query.state) && { state: query.state }),
    ...(query.offer && { offerId: BigInt(query.offer) }),
    ...(isReasonAlias(query.reason) && { reason: query.reason }),
    ...(query.customer && { customer: query.customer }),
    ...(from && { from }),
    ...(before && { before }),
  };
}

/** Which page of the list the address asks for. */
export function toPlace(params: URLSearchParams): ListPlace {
  const older = params.get("older_than") ?? "";
  const newer = params.get("newer_than") ?? "";
  if (isId(older)) return { olderThan: BigInt(older) };
  return isId(newer) ? { newerThan: BigInt(newer) } : "newest";
}

function isState(text: string): text is AppliedOfferState {
  return (APPLIED_OFFER_STATES as readonly string[]).includes(text);
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text);
}
