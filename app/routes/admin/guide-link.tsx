import { useLocation } from "@remix-run/react";

/** Which page of the merchant's guide is about the screens below an address; the first that fits counts. */
const PAGES: readonly (readonly [below: string, page: string])[] = [
  ["/app/plans/price-changes", "price-changes"],
  ["/app/plans", "plans"],
  ["/app/subscriptions/imports", "imports"],
  ["/app/subscriptions", "daily-work"],
  ["/app/customers", "daily-work"],
  ["/app/churn", "cancel-flow"],
  ["/app/store-credit", "store-credit"],
  ["/app/loyalty/files", "imports"],
  ["/app/loyalty", "loyalty"],
  ["/app/settings/emails", "emails"],
];

/** To the guide's page about this screen, in a new tab: the documents are not framed. */
export function GuideLink() {
  const { pathname } = useLocation();
  const page = PAGES.find(([below]) => `${pathname}/`.startsWith(`${below}/`))?.[1] ?? "first-hour";
  return (
    <a
      className="pn-guide-link"
      href={`/docs/guide/${page}`}
      target="_blank"
      rel="noreferrer"
      aria-label="Guide (opens in a new tab)"
    >
      Guide
    </a>
  );
}
