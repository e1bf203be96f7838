/** Test files that only `npm run test:all` runs, because `npm test` has to end in minutes. */
export interface LeftOut {
  /** The guarantees of the files, in their slow or full form. */
  holds: string;
  /** What makes them long. */
  why: string;
  /** What of it nothing in `npm test` would notice. */
  onlyHere?: string;
  files: readonly string[];
  /** Files of `npm test` that hold the same, for fewer cases or in a shorter form. */
  keptBy: readonly string[];
}

const api = (folder: string, ...names: string[]) =>
  names.map((name) => `tests/api/${folder}/${name}.test.ts`);

const browser = (folder: string, ...names: string[]) =>
  names.map((name) => `tests/browser/${folder}/${name}.test.ts`);

const start = (...names: string[]) => names.map((name) => `tests/start/${name}.test.ts`);

export const leftOut: readonly LeftOut[] = [
  {
    holds: "that pages and their scripts write an amount with the decimals of the store's currency",
    why: "the pages of a store are gone through for each kind of currency, in each language.",
    files: [...browser("story", "store-of-a-currency"), ...browser("admin", "store-of-a-currency")],
    keptBy: [
      ...api("money", "store-of-a-currency", "renewal-in-a-currency"),
      ...browser("admin", "staff-amounts"),
      "tests/unit/core/currency-digits.test.ts",
    ],
  },
  {
    holds: "that statements over many rows read no more while their tables have no statistics",
    why: "thousands of rows are filled in, and every statement that reads them is counted twice.",
    onlyHere: "the plans of statements while a table has none yet",
    files: api("database", "without-statistics"),
    keptBy: api("database", "analyze-grown-tables"),
  },
  {
    holds: "that rows of exports whose batches take too long are written in smaller ones",
    why: "exports are built again and again, in batches of five rows.",
    files: api("data-export", "smaller-batches"),
    keptBy: api("core", "too-slow"),
  },
  {
    holds: "what a due charge goes through: trials, credit, retries, changes and broken-off runs",
    why: "each of the many ways of a charge lets days and months pass.",
    onlyHere:
      "charges from before the installation, the list of failed payments, what was recovered",
    files: api(
      "billing",
      ...["changes", "credit-renewals", "dunning", "histories", "order-links", "past-charges"],
      ...["credit-comes-last", "past-due", "price-steps", "recovered", "store-currency", "trials"],
    ),
    keptBy: [
      ...api("billing", "charges", "races", "trial-end", "final-action"),
      ...api("billing", "renewal-paid-by-credit", "skip-overtaken"),
      ...api("rest", "billing-attempts"),
      ...api("price-changes", "plan-price"),
      ...browser("admin", "lists"),
    ],
  },
  {
    holds:
      "charges on fixed days, on days that the platform takes, and around the zone of a store, each in its kinds",
    why: "each kind of day, of pause and of zone lets months of charges pass.",
    onlyHere:
      "days that a short month makes one, and fixed days of an interval that an offer changes",
    files: api("billing", "fixed-days-each", "fixed-days-kept", "zone-moves-each"),
    keptBy: [
      ...api("billing", "fixed-days", "taken-dates", "zone-moves"),
      "tests/unit/billing/fixed-day-properties.test.ts",
      "tests/unit/billing/zone-move-properties.test.ts",
    ],
  },
  {
    holds:
      "the days of charges after short months, after pauses of what is owed, and after another interval",
    why: "each of them lets months of charges pass, as they are shown and as they are made.",
    onlyHere: "another interval while a charge is owed",
    files: [
      ...api("billing", "charged-passed-cycle", "interval-while-unpaid"),
      ...api("churn", "frequency-in-pause", "pause-past-due"),
      ...api("subscriptions", "month-ends"),
    ],
    keptBy: [
      ...api("billing", "charged-early", "charged-elsewhere", "taken-dates"),
      ...api("churn", "charged-as-promised"),
      ...api("storefront", "shown-is-done"),
      "tests/unit/billing/date-properties.test.ts",
      "tests/unit/billing/kept-day-properties.test.ts",
    ],
  },
  {
    holds: "that a membership that ends while nothing is paid gives no further rights",
    why: "each way to cancel meets each time that nobody paid for, after a month of rights.",
    files: api("rights", "paid-once-canceled", "withdrawn-again"),
    keptBy: [
      ...api("rights", "moved-date", "paid-once", "paid-time"),
      "tests/unit/subscriptions/rights-properties.test.ts",
    ],
  },
  {
    holds: "what is told of an offer and of a charge to come, as it stands by then",
    why: "each of them lives through charges, pauses, changes by hand and lost webhooks.",
    onlyHere:
      "a discount that the merchant takes off by hand, and credit in the mail before a charge",
    files: [
      ...api("churn", "discount-taken-off", "offer-as-it-stands", "told-in-the-grace"),
      ...api("money", "planned-charges"),
    ],
    keptBy: [
      ...api("churn", "activation", "prepaid", "revoked-one-after-another"),
      ...api("mail", "upcoming-renewal"),
      ...api("storefront", "next-charge"),
    ],
  },
  {
    holds: "the kept day of contracts and imports whose store moves before a short month's charge",
    why: "each way in which a date comes about lets months pass after the move.",
    files: api("billing", "month-ends-after-a-move"),
    keptBy: [
      ...api("billing", "zone-moves"),
      ...api("database", "kept-day-in-zone"),
      "tests/unit/billing/kept-after-a-move.test.ts",
    ],
  },
  {
    holds: "pauses in all their forms, and until when a subscription is paid",
    why: "pauses are lived through to their ends, and lists are read from thousands of rows.",
    files: api("subscriptions", "list-indexes", "paid-until", "pause"),
    keptBy: [
      ...api("subscriptions", "list-for-merchant", "next-charge-while-paused"),
      ...api("subscriptions", "paid-until-upgrade"),
      ...api("billing", "charges", "trial-end"),
      ...api("mail", "notices"),
    ],
  },
  {
    holds: "imports of contracts from their confirmation on",
    why: "twenty files are imported, and what they bring is charged on its date.",
    files: api("contract-imports", "life", "undo"),
    keptBy: api("contract-imports", "dry-run", "activate"),
  },
  {
    holds: "bulk actions on subscriptions",
    why: "workers meet over the rows of twenty actions, and the platform is away.",
    files: api("bulk-actions", "bulk-actions"),
    keptBy: [...api("customers-admin", "list"), ...browser("admin", "lists")],
  },
  {
    holds: "orders as facts, whatever their webhooks do",
    why: "whole pasts are imported, and webhooks come late, doubled and shuffled.",
    files: api("orders", "import-orders", "store-order"),
    keptBy: [...api("orders", "reconciliation"), ...api("webhooks", "webhooks")],
  },
  {
    holds: "store credit in checkouts: releases, growing holds, random histories",
    why: "64 shoppers at once, holds that run out, random histories, and exports of 100,000 rows.",
    files: api(
      "store-credit",
      ...["checkout-conservation", "exports-stream", "hold-grows", "manage"],
      ...["membership-credit", "order", "publish", "release"],
    ),
    keptBy: [
      ...api("store-credit", "conservation", "core", "exports", "hold", "races"),
      ...api("store-credit", "with-each-charge"),
      ...browser("store-credit", "story"),
    ],
  },
  {
    holds: "credit of plans that ends with the plan, what is owed, and the overview",
    why: "months of random history are added up day by day.",
    onlyHere: "credit that is forfeited with its plan, and the reports of what is owed",
    files: [...api("credit-admin", "liability", "plan-policies"), ...api("analytics", "overview")],
    keptBy: [...api("credit-admin", "bulk-grants"), ...api("seed", "seed")],
  },
  {
    holds: "the rows of the exports after every kind of change, their files, and the loaders",
    why: "each row is compared with a build from nothing, and loads are killed and begun again.",
    files: [
      ...api("data-export", "files", "golden", "golden-before", "golden-changes"),
      ...api("data-export", "golden-purchases", "points", "restart", "rows", "sums"),
      ...api("data-export", "taking-turns"),
      ...api("loaders", "load", "tap"),
    ],
    keptBy: [
      ...api("data-export", "export-file", "first-build", "golden-reading", "whole-pages"),
      ...api("store-credit", "exports"),
      "tests/unit/loaders/load-export.test.ts",
      "tests/unit/loaders/run-load.test.ts",
    ],
  },
  {
    holds: "the switch of the Collection API, limits of requests at a time, and pages of the admin",
    why: "exports are held open until others have waited, and every route is asked a hundred times.",
    onlyHere: "the switch, and the limit of requests at a time",
    files: [
      ...api("collection", "collection"),
      ...api("boundary", "at-a-time", "ids-of-addresses", "pages"),
    ],
    keptBy: [
      ...api("collection", "topics"),
      ...api("boundary", "all-routes", "fuzz", "isolation", "openapi"),
      ...api("platform", "authenticate-admin"),
    ],
  },
  {
    holds: "that a retry whose process is killed is gone on with",
    why: "the claim of a dead process lasts eight seconds.",
    files: api("rest", "killed-with-key"),
    keptBy: api("rest", "idempotency", "keys-over-processes"),
  },
  {
    holds: "planned retries, lists of members, and keys in memory",
    why: "several processes remember keys, and each field of a member has its cases.",
    onlyHere: "that other processes hear of a key's end",
    files: [...api("rest", "members", "planned-retries"), ...api("api-keys", "remembered-keys")],
    keptBy: [
      ...api("rest", "billing-attempts", "idempotency"),
      ...api("boundary", "openapi"),
      ...api("api-keys", "manage-keys"),
      "tests/unit/api-keys/key-cache.test.ts",
    ],
  },
  {
    holds: "rewards of loyalty, story by story: coupons, tiers, receipts, referrals, periods",
    why: "each of sixteen types of rules lives through its days, renewals and refunds.",
    onlyHere: "tags, consents and anniversaries that are rewarded, and worlds of random news",
    files: api(
      "loyalty",
      ...["anniversaries", "birthdays", "collections", "contract-gifts"],
      ...["contract-rewards", "coupons", "coupons-for-merchant", "day-costs", "files"],
      ...["filled-again", "goal-periods", "killed-worker"],
      ...["limits-at-once", "mails", "points", "program", "publish", "receipt-room", "receipts"],
      ...["referral-links", "referrals", "refunds-in-parts", "repeat-rates"],
      ...["same-facts", "stories", "stories-of-days", "stories-of-renewals"],
      ...["tagged-customers", "tags-and-consents"],
      ...["tiers"],
    ),
    keptBy: api(
      "loyalty",
      ...["actions", "dry-run", "first-visit", "for-members", "manage-rules", "publish-offers"],
      ...["merged-triggers", "recount", "redeeming", "return-window", "review-queues"],
      ...["sent-orders", "settled-together", "statuses"],
    ),
  },
  {
    holds: "mails by date, receipts of a shopper's changes, and every mail on a narrow phone",
    why: "weeks pass until a mail is due, and a browser draws each mail in five languages.",
    onlyHere: "mails of a card that ends",
    files: [...api("mail", "by-date", "own-changes"), "tests/browser/mail-page.test.ts"],
    keptBy: [
      ...api("mail", "notices", "outbox", "upcoming-renewal"),
      ...api("billing", "trial-end"),
      "tests/unit/mail/one-form-of-address.test.ts",
      "tests/unit/mail/render-mail.test.ts",
    ],
  },
  {
    holds: "what is attached to products, and the list of applied offers",
    why: "each refusal of the platform has its case, and lists are read page by page.",
    onlyHere: "the tags of members, and what the platform's product page may ask",
    files: [
      ...api("plans", "customer-tags", "purchase-options"),
      ...api("churn-admin", "applied-offers"),
    ],
    keptBy: [
      ...api("plans", "plan-groups"),
      ...api("churn-admin", "offers"),
      ...browser("story", "from-card-to-receipt"),
      "tests/unit/purchase-options/extension.test.ts",
    ],
  },
  {
    holds:
      "the cancel flow and its offers when answers are lost, and words or customers change meanwhile",
    why: "the platform is away until it is asked again, graces end, and customers are merged in chains.",
    onlyHere: "credit, orders and tags of customers who are merged",
    files: [
      ...api("storefront", "plan-names", "told-as-it-is"),
      ...api("churn", "grace", "lost-answers", "pause-offer"),
      ...api("customer-merges", "merges"),
    ],
    keptBy: [
      ...api("storefront", "cancel-flow"),
      ...api("churn", "activation"),
      ...api("loyalty", "merged-triggers"),
      ...api("customers-admin", "notes"),
      ...browser("story", "from-card-to-receipt"),
    ],
  },
  {
    holds: "a demo with months of history, and a development store that is killed",
    why: "a demo is filled, and a development store is killed and started again.",
    files: [...api("demo", "history"), ...api("devstore", "durability")],
    keptBy: [...api("devstore", "controls", "demo"), ...api("seed", "seed")],
  },
  {
    holds: "what the doctor says of a whole installation, and of one that cannot be reached",
    why: "the command starts four times, while another app runs.",
    files: api("diagnosis", "doctor"),
    keptBy: api("diagnosis", "failing-store", "installation-checks", "store-checks"),
  },
  {
    holds: "first starts, a demo's examples, and a PostgreSQL of our own",
    why: "demos are built, filled and killed, and each test starts its own PostgreSQL.",
    onlyHere: "a first start from nothing, and what is left of one that was killed",
    files: start("examples", "npm-start", "postgres"),
    keptBy: [
      ...api("boundary", "readme"),
      ...start("bootstrap", "migrate-database", "serve", "start-errors", "worker-start"),
    ],
  },
  {
    holds: "the ledger while PostgreSQL is killed",
    why: "a cluster is made, killed in the middle of hundreds of movements, and recovers.",
    files: start("ledger-crash"),
    keptBy: api("store-credit", "killed-process"),
  },
  {
    holds:
      "the admin, screen by screen and form by form, on a desktop, a phone and in other locales",
    why: "a hundred screens and forms are drawn, pressed and checked one after the other.",
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
        "keys",
        "subscriptions",
        "screens-on-desktop",
        "screens-on-phone",
        "staff-locale",
      ],
    ),
    keptBy: browser("admin", "lists", "retries", "search", "staff-amounts"),
  },
  {
    holds: "the cancel flow in every theme and surrounding, and when something happens on the way",
    why: "each story is gone through in two themes, four color schemes, five languages and on a phone.",
    onlyHere: "the two themes, and a flow that is gone on with after a failure",
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
    why: "each block is drawn in five languages, and waits for answers that come late or never.",
    onlyHere: "loyalty blocks on a page of the storefront",
    files: [
      ...browser("store-credit", "gift-cards", "other-currencies", "states"),
      ...browser("loyalty", "birthday", "coupons", "every-theme", "points", "points-to-earn"),
      ...browser("loyalty", "receipt", "redeeming", "referral", "tiers"),
    ],
    keptBy: [
      ...api("money", "other-currencies"),
      ...browser("store-credit", "story"),
      ...browser("loyalty", "previews"),
      ...api("loyalty", "redeeming"),
    ],
  },
  {
    holds: "the development store's admin frame and pages",
    why: "each page of the stand-in is drawn in two themes and five languages.",
    files: browser("devstore", "admin-frame", "storefront-pages"),
    keptBy: [
      ...browser("devstore", "dev-home"),
      ...api("devstore-storefront", "admin-frame", "pages"),
    ],
  },
  {
    holds:
      "the portal: what each change would bring and brings, all refusals of the platform, reactivation and withdrawal",
    why: "each change lives until its next charge, and is refused in each way that the platform has.",
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
      ...api("storefront", "portal-actions", "portal-reactivated", "portal-refusals-worded"),
      ...api("storefront", "next-charge", "portal-withdrawn"),
      "tests/unit/portal/portal.test.ts",
      "tests/unit/portal/upcoming-charges.test.ts",
      ...browser("story", "portal-failed-charge"),
    ],
  },
  {
    holds:
      "price changes from the first notice to the new price, with consent, two at once, and killed",
    why: "each change takes weeks of notice, until the charges that have the new price.",
    files: [
      ...api("price-changes", "consent", "price-changes", "question-in-portal", "stopped"),
      ...browser("admin", "price-changes"),
    ],
    keptBy: api("price-changes", "agreed", "plan-price"),
  },
  {
    holds: "customers in the admin, their plans, page, portal settings and search, on both devices",
    why: "plans of statements are read for thousands of customers, and a browser goes through each part of a page.",
    files: [
      ...api("customers-admin", "list-plans"),
      ...browser("admin", "customer-parts", "customer-portal", "customers", "refresh"),
    ],
    keptBy: [
      ...api("customers-admin", "list", "notes"),
      ...api("search", "search-store"),
      ...api("storefront", "portal-actions"),
      ...browser("admin", "search"),
    ],
  },
  {
    holds: "previews of loyalty, points line by line, and what points are worth",
    why: "months of points are added up day by day, and previews are drawn for each type.",
    onlyHere: "the reports of what points are worth",
    files: [
      ...api("loyalty", "points-liability", "tier-previews"),
      ...browser("admin", "loyalty-previews", "points-liability"),
      ...browser("loyalty", "history"),
    ],
    keptBy: api("loyalty", "points-by-hand", "points-end", "points-for-shoppers", "rule-previews"),
  },
  {
    holds: "the documents in a browser with their examples run, and the tours of the demo",
    why: "a demo is started, whose tours are gone through and whose hundred examples are run.",
    onlyHere: "that the examples of /docs run as they are printed",
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
