import type { CustomerPlace } from "./read-customer-page.ts";

/** Nobody reads further back on this page: its parts have pages of their own. */
const FURTHEST = 50;

/** The pages that an address asks for; the first one of each part where it says nothing that can be. */
export function readPlace(params: URLSearchParams): CustomerPlace {
  const page = (name: string) => {
    const asked = Number(params.get(name) ?? "1");
    return Number.isInteger(asked) && asked >= 1 && asked <= FURTHEST ? asked : 1;
  };
  return {
    contracts: page("contracts"),
    charges: page("charges"),
    orders: page("orders"),
    offers: page("offers"),
    coupons: page("coupons"),
    referrals: page("referrals"),
    receipts: page("receipts"),
    emails: page("emails"),
    notes: page("notes"),
    timeline: page("timeline"),
  };
}
