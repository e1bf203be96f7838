import type { Found } from "./found.ts";

/** The admin's pages by the names that their titles and the menu have. */
const PAGES: readonly (readonly [name: string, href: string])[] = [
  ["Overview", "/app"],
  ["Plans", "/app/plans"],
  ["Price changes", "/app/plans/price-changes"],
  ["Customers", "/app/customers"],
  ["Subscriptions", "/app/subscriptions"],
  ["Upcoming charges", "/app/subscriptions/calendar"],
  ["Failed payments", "/app/subscriptions/failed"],
  ["Payments to confirm", "/app/subscriptions/confirmations"],
  ["Retry settings", "/app/subscriptions/retries"],
  ["Subscription imports", "/app/subscriptions/imports"],
  ["Bulk actions", "/app/subscriptions/bulk"],
  ["Cancellation reasons", "/app/churn/reasons"],
  ["Offers", "/app/churn/offers"],
  ["Applied offers", "/app/churn/applied-offers"],
  ["Store credit", "/app/store-credit"],
  ["Store credit customers", "/app/store-credit/customers"],
  ["Store credit grants", "/app/store-credit/grants"],
  ["Store credit files", "/app/store-credit/files"],
  ["Store credit policies", "/app/store-credit/policies"],
  ["Loyalty", "/app/loyalty"],
  ["Loyalty rules", "/app/loyalty/rules"],
  ["Loyalty customers", "/app/loyalty/customers"],
  ["Loyalty tiers", "/app/loyalty/tiers"],
  ["Loyalty point rewards", "/app/loyalty/point-rewards"],
  ["Loyalty files", "/app/loyalty/files"],
  ["Coupons", "/app/loyalty/coupons"],
  ["Referrals", "/app/loyalty/referrals"],
  ["Receipts", "/app/loyalty/receipts"],
  ["Exports", "/app/exports"],
  ["Settings and API keys", "/app/settings"],
  ["Email settings", "/app/settings/emails"],
];

const MOST_PAGES = 5;

/** Pages in whose names each word begins a word; those that begin with the text come first. */
export function findPages(text: string): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return PAGES.filter(([name]) => {
    const named = name.toLowerCase().split(" ");
    return words.every((word) => named.some((part) => part.startsWith(word)));
  })
    .sort(([a], [b]) => Number(begins(b, text)) - Number(begins(a, text)))
    .slice(0, MOST_PAGES)
    .map(([label, href]) => ({ href, label, detail: "" }));
}

function begins(name: string, text: string): boolean {
  return name.toLowerCase().startsWith(text.toLowerCase());
}
