import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { searchWords } from "#app/lib/search-words.ts";
import { shortened, storableText } from "#app/lib/storable-text.ts";

/** What is searched for; blank for nothing. */
export function readSearch(params: URLSearchParams): string {
  return storableText(shortened(params.get("search") ?? "", 100));
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

interface SearchFilters {
  contractId?: bigint;
  subscriptionId?: bigint;
  words?: string[];
}

/** A contract as people and the platform write it: "5008", "#5008", "gid://shopify/SubscriptionContract/5008". */
const CONTRACT = /^(?:#|contract\s+|gid:\/\/shopify\/SubscriptionContract\/)?(\d{1,15})$/i;
/** A subscription as the API writes it. */
const API_ID = /^sub_(\d{1,15})$/i;

/** A number is a contract's, `sub_12` a subscription's in the API; words are the customer's. */
export function toSearchFilters(text: string): SearchFilters {
  const search = text.trim();
  const contract = CONTRACT.exec(search)?.[1];
  if (contract) return { contractId: BigInt(contract) };
  const id = API_ID.exec(search)?.[1];
  if (id) return { subscriptionId: BigInt(id) };
  const words = searchWords(search);
  return words.length > 0 ? { words } : {};
}
