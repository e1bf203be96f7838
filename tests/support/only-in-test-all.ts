/** Test files that only `npm run test:all` runs, because `npm test` has to end in minutes. */
export interface LeftOut {
  /** The guarantees of the files, in their slow or full form. */
  holds: string;
  files: readonly string[];
  /** Files of `npm test` that cover the same area, for fewer cases or in a shorter form. */
  keptBy: readonly string[];
}

const api = (folder: string, ...names: string[]) =>
  names.map((name) => `tests/api/${folder}/${name}.test.ts`);

const browser = (folder: string, ...names: string[]) =>
  names.map((name) => `tests/browser/${folder}/${name}.test.ts`);

const start = (...names: string[]) => names.map((name) => `tests/start/${name}.test.ts`);

export const leftOut: readonly LeftOut[] = [
  {
    holds:
      "that statements over many rows read no more while their tables have no statistics, and that rows of exports whose batches take too long are written in smaller ones",
    files: [...api("database", "without-statistics"), ...api("data-export", "smaller-batches")],
    keptBy: [
      ...api("database", "analyze-grown-tables", "statements"),
      ...api("core", "too-slow"),
      ...api("data-export", "whole-pages"),
    ],
  },
  {
    holds: "what a due charge goes through: trials, credit, retries, changes and broken-off runs",
    files: api(
      "billing",
      ...["changes", "credit-renewals", "dunning", "histories", "order-links", "past-charges"],
      ...["past-due", "price-steps", "recovered", "trials"],
    ),
    keptBy: [
      ...api("billing", "charges", "races", "dunning-settings"),
      ...api("rest", "billing-attempts"),
    ],
  },
  {
    holds: "pauses in all their forms, and until when a subscription is paid",
    files: api("subscriptions", "list-indexes", "paid-until", "pause"),
    keptBy: [
      ...api("subscriptions", "list-for-merchant", "next-charge-while-paused", "store-contract"),
      ...browser("admin", "lists"),
    ],
  },
  {
    holds: "imports of contracts from their confirmation on",
    files: api("contract-imports", "life"),
    keptBy: api("contract-imports", "dry-run"),
  },
  {
    holds: "bulk actions on subscriptions",
    files: api("bulk-actions", "bulk-actions"),
    keptBy: browser("admin", "lists"),
  },
  {
    holds: "orders as facts, whatever their webhooks do",
    files: api("orders", "import-orders", "store-order"),
    keptBy: [...api("orders", "reconciliation"), ...api("webhooks", "webhooks")],
  },
  {
    holds: "store credit in checkouts: releases, growing holds, random histories",
    files: api(
      "store-credit",
      ...["checkout-conservation", "exports-stream", "hold-grows", "manage"],
      ...["membership-credit", "order", "publish", "release"],
    ),
    keptBy: [
      ...api("store-credit", "conservation", "core", "exports", "hold", "races"),
      ...browser("store-credit", "story"),
    ],
  },
  {
    holds: "credit of plans that ends with the plan, what is owed, and the overview",
    files: [...api("credit-admin", "liability", "plan-policies"), ...api("analytics", "overview")],
    keptBy: [...api("credit-admin", "bulk-grants", "customers", "files"), ...api("seed", "seed")],
  },
  {
    holds: "the rows of the exports after every kind of change, their files, and the loaders",
    files: [
      ...api("data-export", "files", "golden", "golden-before", "golden-changes"),
      ...api("data-export", "golden-purchases", "points", "restart", "rows", "sums"),
      ...api("data-export", "taking-turns"),
      ...api("loaders", "load", "tap"),
    ],
    keptBy: [
      ...api("data-export", "golden-reading", "whole-pages"),
      "tests/unit/loaders/run-load.test.ts",
    ],
  },
  {
    holds: "the switch of the Collection API, limits of requests at a time, and pages of the admin",
    files: [...api("collection", "collection"), ...api("boundary", "at-a-time", "pages")],
    keptBy: [
      ...api("collection", "topics"),
      ...api("core", "leased-limits", "limits"),
      ...api("boundary", "fuzz", "isolation", "unknown"),
      ...api("rest", "limits-of-input"),
    ],
  },
  {
    holds: "planned retries, lists of members, and keys in memory",
    files: [...api("rest", "members", "planned-retries"), ...api("api-keys", "remembered-keys")],
    keptBy: [
      ...api("rest", "billing-attempts", "idempotency", "subscriptions"),
      ...api("store-credit", "core"),
      ...api("api-keys", "manage-keys"),
    ],
  },
  {
    holds: "rewards of loyalty, story by story: coupons, tiers, receipts, referrals, periods",
    files: api(
      "loyalty",
      ...["anniversaries", "birthdays", "collections", "contract-gifts"],
      ...["contract-rewards", "coupons", "coupons-for-merchant", "day-costs", "files"],
      ...["filled-again", "goal-periods", "killed-worker"],
      ...["limits-at-once", "mails", "points", "program", "publish", "receipts"],
      ...["referral-links", "referrals", "refunds-in-parts", "repeat-rates"],
      ...["same-facts", "stories", "stories-of-days", "stories-of-renewals"],
      ...["tagged-customers", "tags-and-consents"],
      ...["tiers"],
    ),
    keptBy: api(
      "loyalty",
      ...["actions", "dry-run", "first-visit", "for-members", "manage-rules", "publish-offers"],
      ...["recount", "redeeming", "return-window", "review-queues", "sent-orders"],
    ),
  },
  {
    holds: "mails by date, receipts of a shopper's changes, and every mail on a narrow phone",
    files: [...api("mail", "by-date", "own-changes"), "tests/browser/mail-page.test.ts"],
    keptBy: [
      ...api("mail", "notices", "outbox"),
      "tests/unit/mail/one-form-of-address.test.ts",
      "tests/unit/mail/render-mail.test.ts",
    ],
  },
  {
    holds: "what is attached to products, and the list of applied offers",
    files: [
      ...api("plans", "customer-tags", "purchase-options"),
      ...api("churn-admin", "applied-offers"),
    ],
    keptBy: [...api("plans", "plan-groups"), ...api("churn-admin", "offers", "reasons")],
  },
  {
    holds:
      "the cancel flow and its offers when answers are lost, and words or customers change meanwhile",
    files: [
      ...api("storefront", "plan-names", "told-as-it-is"),
      ...api("churn", "grace", "lost-answers", "pause-offer"),
      ...api("customer-merges", "merges"),
    ],
    keptBy: [
      ...api("storefront", "cancel-flow"),
      ...api("churn", "activation"),
      ...api("loyalty", "merged-triggers"),
      ...browser("story", "from-card-to-receipt"),
    ],
  },
  {
    holds: "a demo with months of history, a development store that is killed, and the doctor",
    files: [
      ...api("demo", "history"),
      ...api("devstore", "durability"),
      ...api("diagnosis", "doctor"),
    ],
    keptBy: [
      ...api("devstore", "controls", "demo"),
      ...api("diagnosis", "installation-checks", "store-checks"),
      ...api("jobs", "jobs-at-commit", "order-of-jobs"),
      ...api("platform", "protected-data"),
      ...api("seed", "seed"),
    ],
  },
  {
    holds:
      "first starts, the README's examples, a PostgreSQL of our own, and the ledger while all is killed",
    files: start("examples", "ledger-crash", "npm-start", "postgres"),
    keptBy: start("bootstrap", "serve", "start-errors", "worker-start"),
  },
  {
    holds:
      "the admin, screen by screen and form by form, on a desktop, a phone and in other locales",
    files: browser(
      "admin",
      ...[
        "applied-offers",
        "between-screens",
        "checks",
        "collection",
        "credit",
        "emails",
        "exports",
        "imports",
      ],
      ...["loyalty", "loyalty-files", "loyalty-goods", "loyalty-point-rewards", "loyalty-review"],
      ...["loyalty-rules", "loyalty-tiers", "offers", "order-import", "plans", "points"],
      ...[
        "purchase-options",
        "retries",
        "keys",
        "subscriptions",
        "screens-on-desktop",
        "screens-on-phone",
        "staff-locale",
      ],
    ),
    keptBy: browser("admin", "lists"),
  },
  {
    holds: "the cancel flow in every theme and surrounding, and when something happens on the way",
    files: [
      ...browser("cancel-flow-element", "failures", "in-a-theme", "surroundings"),
      ...browser("story", "theme-flag", "when-something-happens", "without-barriers"),
      ...browser("themes", "account-stories", "every-theme"),
    ],
    keptBy: [
      ...browser("cancel-flow-element", "operate"),
      ...browser("story", "from-card-to-receipt"),
    ],
  },
  {
    holds: "the blocks of store credit and loyalty, state by state and in every theme",
    files: [
      ...browser("store-credit", "states"),
      ...browser("loyalty", "birthday", "coupons", "every-theme", "points", "points-to-earn"),
      ...browser("loyalty", "receipt", "redeeming", "referral", "tiers"),
    ],
    keptBy: [
      ...browser("store-credit", "story"),
      ...browser("loyalty", "previews"),
      ...api("loyalty", "redeeming"),
    ],
  },
  {
    holds: "the development store's admin frame and pages",
    files: browser("devstore", "admin-frame", "storefront-pages"),
    keptBy: [
      ...browser("devstore", "dev-home"),
      ...api("devstore-storefront", "admin-frame", "pages"),
    ],
  },
  {
    holds:
      "the portal: what each change would bring and brings, all refusals of the platform, reactivation and withdrawal",
    files: [
      ...api(
        "storefront",
        ...[
          "portal",
          "portal-charges",
          "portal-dates-refused",
          "portal-edit-prices",
          "portal-edits",
        ],
        ...["portal-edits-refused"],
        ...["portal-failed-charge", "portal-memberships", "portal-reactivate"],
        ...["portal-reactivate-refused", "portal-skip-and-pause", "portal-withdraw"],
      ),
      ...browser(
        "story",
        ...["portal", "portal-beginnings-and-ends", "portal-question"],
        ...["portal-refused-in-german"],
      ),
      ...browser("themes", "portal"),
    ],
    keptBy: [
      ...api("storefront", "portal-actions", "portal-refusals-worded"),
      "tests/unit/portal/portal.test.ts",
      "tests/unit/portal/upcoming-charges.test.ts",
      ...browser("story", "portal-failed-charge"),
    ],
  },
  {
    holds:
      "price changes from the first notice to the new price, with consent, two at once, and killed",
    files: [
      ...api("price-changes", "consent", "price-changes", "question-in-portal", "stopped"),
      ...browser("admin", "price-changes"),
    ],
    keptBy: api("price-changes", "plan-price"),
  },
  {
    holds: "customers in the admin, their plans, page, portal settings and search, on both devices",
    files: [
      ...api("customers-admin", "list-plans"),
      ...browser("admin", "customer-parts", "customer-portal", "customers", "refresh"),
    ],
    keptBy: [
      ...api("customers-admin", "list", "notes"),
      ...api("search", "search-store"),
      ...browser("admin", "search"),
    ],
  },
  {
    holds: "previews of loyalty, points line by line, and what points are worth",
    files: [
      ...api("loyalty", "points-liability", "tier-previews"),
      ...browser("admin", "loyalty-previews", "points-liability"),
      ...browser("loyalty", "history"),
    ],
    keptBy: api("loyalty", "points-by-hand", "points-end", "points-for-shoppers", "rule-previews"),
  },
  {
    holds: "the documents in a browser with their examples run, and the tours of the demo",
    files: [
      ...browser("devstore", "tours"),
      "tests/browser/docs.test.ts",
      ...start("docs-examples"),
    ],
    keptBy: [
      ...api("boundary", "docs", "openapi"),
      "tests/unit/api-documents/recorded-answers.test.ts",
      "tests/unit/tour/changes.test.ts",
    ],
  },
];

/** Relative to the project. */
export const onlyInTestAll: readonly string[] = leftOut.flatMap(({ files }) => files);
