import {
  type CustomerFilters,
  MEMBER_STATES,
} from "#app/domain/members/customers/customer-filters.ts";
import {
  CUSTOMER_SORTS,
  type CustomerSort,
  isKeyOf,
} from "#app/domain/members/customers/customer-sorts.ts";
import type { CustomerPlace } from "#app/domain/members/customers/list-customers.ts";
import { searchWords } from "#app/lib/search-words.ts";
import { shortened, storableText } from "#app/lib/storable-text.ts";
import { readPlan, readSearch } from "../../subscriptions/list-query.ts";

/** The list's filters as in its address and its fields; blank for none. */
export interface CustomersQuery {
  search: string;
  subscription: "" | "active" | "past_due";
  /** Internal id of a plan. */
  plan: string;
  member: "" | (typeof MEMBER_STATES)[number];
  holds: "" | "credit" | "points";
  tier: string;
  tag: string;
  /** Blank for the newest first. */
  sort: "" | CustomerSort;
}

const SUBSCRIPTIONS = ["active", "past_due"] as const;
const HOLDINGS = ["credit", "points"] as const;
const MAX_TAG = 255;

/** Reads the address. What it does not understand is left out, as if it had not been there. */
export function readCustomersQuery(params: URLSearchParams): CustomersQuery {
  const oneOf = <T extends string>(known: readonly T[], name: string) =>
    known.find((one) => one === params.get(name)) ?? "";
  const tier = params.get("tier") ?? "";
  const sort = oneOf(CUSTOMER_SORTS, "sort");
  return {
    search: readSearch(params),
    subscription: oneOf(SUBSCRIPTIONS, "subscription"),
    plan: readPlan(params),
    member: oneOf(MEMBER_STATES, "member"),
    holds: oneOf(HOLDINGS, "holds"),
    tier: /^[1-9]\d{0,8}$/.test(tier) ? tier : "",
    tag: storableText(shortened(params.get("tag") ?? "", MAX_TAG)),
    sort: sort === "newest" ? "" : sort,
  };
}

/** A customer's number as people and the platform write it. */
const NUMBER = /^(?:#|gid:\/\/shopify\/Customer\/)?(\d{1,15})$/i;

/** The filters for the list. A number is the platform's of the customer; words are of the name and the address. */
export function toCustomerFilters(query: CustomersQuery): CustomerFilters {
  const { search, subscription, plan, member, holds, tier, tag } = query;
  const number = NUMBER.exec(search)?.[1];
  const words = searchWords(search);
  return {
    ...(number ? { number: BigInt(number) } : words.length > 0 && { words }),
    ...(subscription === "active" && { subscribed: true as const }),
    ...(subscription === "past_due" && { pastDue: true as const }),
    ...(plan && { plan: BigInt(plan) }),
    ...(member && { member }),
    ...(holds && { [holds]: true as const }),
    ...(tier && { tier: Number(tier) }),
    ...(tag && { tag }),
  };
}

/** Where the page begins that an address asks for; null for the first one. */
export function readCustomerPlace(
  params: URLSearchParams,
  sort: CustomerSort,
): CustomerPlace | null {
  const [id = "", ...rest] = (params.get("after") ?? "").split("~");
  const key = rest.join("~");
  if (!/^[1-9]\d{0,17}$/.test(id) || key.includes("\u0000") || !isKeyOf(sort, key)) return null;
  return { id: BigInt(id), key };
}

export function writeCustomerPlace({ id, key }: CustomerPlace): string {
  return `${id}~${key}`;
}
