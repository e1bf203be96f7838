import { CREDIT_HOLDINGS } from "#app/domain/store-credit/customers/list-credit-customers.ts";
import { shortened, storableText } from "#app/lib/storable-text.ts";

/** The list's filters as in its URL and its fields; blank for none. */
export interface CreditCustomerQuery {
  search: string;
  holding: "" | (typeof CREDIT_HOLDINGS)[number];
  page: number;
}

const FURTHEST_PAGE = 100_000;

/** Reads the address. What it does not understand is left out, as if it had not been there. */
export function readCreditCustomerQuery(params: URLSearchParams): CreditCustomerQuery {
  const page = Number(params.get("page") ?? "1");
  return {
    search: shortened(storableText(params.get("search") ?? ""), 100),
    holding: CREDIT_HOLDINGS.find((known) => known === params.get("holding")) ?? "",
    page: Number.isInteger(page) && page >= 1 && page <= FURTHEST_PAGE ? page : 1,
  };
}
