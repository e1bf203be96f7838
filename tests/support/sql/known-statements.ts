import { MRR } from "#app/domain/analytics/read-revenue.ts";
import { attemptsSql } from "#app/domain/billing/attempts/list-attempts.ts";
import { pastDueIdsSql } from "#app/domain/billing/past-due/find-past-due-ids.ts";
import { PAST_DUE_SORTS, pastDueSql } from "#app/domain/billing/past-due/list-past-due.ts";
import { RECOVERED } from "#app/domain/billing/past-due/read-recovered.ts";
import { SHOP_TABLES } from "#app/domain/compliance/erase-shop.ts";
import { READ_KEPT_ROWS } from "#app/domain/data-export/files/kept-rows-source.ts";
import { historyRowsOf } from "#app/domain/data-export/history-page.ts";
import { EXPORT_MODULES, EXPORT_NAMES } from "#app/domain/data-export/modules/export-modules.ts";
import { customerHistoryPageOf } from "#app/domain/data-export/read-customer-history-page.ts";
import { CLASSIFY_ORDERS, WRITE_FIRSTS } from "#app/domain/data-export/rows/classify-orders.ts";
import { differingSql } from "#app/domain/data-export/rows/compare-exports.ts";
import { READ_SLICE } from "#app/domain/data-export/rows/read-rows.ts";
import { writeRowsSql } from "#app/domain/data-export/rows/write-rows.ts";
import { ACTIVITIES_PAGE } from "#app/domain/data-export/stream-activities-for-collection.ts";
import { contractsPageOf } from "#app/domain/data-export/stream-contracts-for-collection.ts";
import { pageOf } from "#app/domain/data-export/stream-credit-history-for-collection.ts";
import { historyPageOf } from "#app/domain/data-export/stream-credit-history-for-data-api.ts";
import { membersPageOf } from "#app/domain/data-export/stream-members-for-collection.ts";
import { SEARCHED, WITH_POINTS } from "#app/domain/loyalty/points/list-points-customers.ts";
import { REPEAT_RATES } from "#app/domain/loyalty/program/read-repeat-rates.ts";
import { couponsSql } from "#app/domain/loyalty/read/list-coupons-for-merchant.ts";
import {
  BY_TEXT,
  type CustomerFilter,
  SOURCES,
} from "#app/domain/members/customers/customer-filters.ts";
import { CUSTOMER_SORTS } from "#app/domain/members/customers/customer-sorts.ts";
import { countSql, customersSql } from "#app/domain/members/customers/customers-sql.ts";
import { probeSql, trySql } from "#app/domain/members/customers/find-few.ts";
import { membersSql } from "#app/domain/members/list-members.ts";
import { LIST_TO_REFUND } from "#app/domain/portal/withdrawal/list-to-refund.ts";
import { LEASE_CALLS } from "#app/domain/rate-limits/lease-calls.ts";
import { BY_BEGINNING, BY_WORDS } from "#app/domain/search/search-store.ts";
import { ACCESS_CHANNEL } from "#app/domain/shops/access-change.ts";
import {
  CREDIT_HOLDINGS,
  creditCustomersSql,
} from "#app/domain/store-credit/customers/list-credit-customers.ts";
import { CREDIT_AND_CHARGES } from "#app/domain/store-credit/renewals/expected-credit.ts";
import { matchingIdsSql } from "#app/domain/subscriptions/lists/find-matching-ids.ts";
import {
  merchantSubscriptionsSql,
  SUBSCRIPTION_SORTS,
} from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import { subscriptionsSql } from "#app/domain/subscriptions/lists/list-subscriptions.ts";
import { totalSql } from "#app/domain/subscriptions/lists/list-totals.ts";
import { Prisma } from "#app/generated/prisma/client.ts";
import { insertSql, TABLES, toColumn } from "#app/lib/insert-rows.ts";
import { KEYS, keyColumnsOf, type UpdatedModel, updateSql } from "#app/lib/update-rows.ts";
import { LIST_TOTALS } from "#scripts/seed/finish-store.ts";
import { findStatements, type SqlText, type Statement } from "./find-statements.ts";

const found = findStatements();

/** Every hand-written statement of the program. */
export const STATEMENTS = found.statements;

/** Texts that look like SQL and are none of them. */
export const OTHER_SQL: readonly SqlText[] = found.elsewhere;

/** Every set of filters that can be set together. */
function setsOf<Name>(names: readonly Name[]): Name[][] {
  const sets: Name[][] = [[]];
  for (const name of names) sets.push(...sets.map((set) => [...set, name]));
  return sets;
}

const MERCHANT_FILTERS = setsOf([
  ...([
    "status",
    "planId",
    "kind",
    "contractId",
    "subscriptionId",
    "words",
    "dueFrom",
    "dueBefore",
  ] as const),
]);
const PAST_DUE_FILTERS = setsOf([
  ...(["step", "declineClass", "stepFrom", "stepBefore"] as const),
  ...(["planId", "kind", "contractId", "subscriptionId", "words"] as const),
]);

const CUSTOMER_FILTERS = Object.keys(SOURCES) as CustomerFilter[];

/** Each filter by itself and all together, in each form of a page. */
const CUSTOMER_PAGES = CUSTOMER_SORTS.flatMap((sort) => [
  ...[true, false].flatMap((isFirstPage) => [
    customersSql(sort, [], { form: "walk" }, isFirstPage),
    ...[...CUSTOMER_FILTERS.map((name) => [name]), CUSTOMER_FILTERS].flatMap((names) =>
      [
        ...names.map((filter) => ({ form: "few" as const, filter })),
        ...(names.length > 1 ? [{ form: "few" as const, filter: null }] : []),
        ...[{ form: "walk" as const }, { form: "sets" as const }],
      ].map((form) => customersSql(sort, names, form, isFirstPage)),
    ),
  ]),
]);
const CUSTOMER_PROBES = [...CUSTOMER_FILTERS.map(probeSql), ...BY_TEXT.map(trySql)];

const COUPON_FILTERS = setsOf([...(["state", "type", "search"] as const)]);

const COLLECTED_PAGES = [
  ...[ACTIVITIES_PAGE, contractsPageOf("EUR"), contractsPageOf("JPY")],
  ...[membersPageOf("EUR"), membersPageOf("JPY")],
];

const WRITTEN_ROWS = EXPORT_NAMES.map(writeRowsSql);
const EXPORT_SOURCES = EXPORT_NAMES.map((name) => EXPORT_MODULES[name].sources);

/** How the rows of exports are made, compared and read. */
const EXPORT_ROWS = {
  ...Object.fromEntries(
    [...EXPORT_NAMES, "export-field", "export-module", "reason-title", "status-history"].map(
      (name) => [`app/domain/data-export/modules/${name}.ts`, [...WRITTEN_ROWS, ...EXPORT_SOURCES]],
    ),
  ),
  "app/domain/data-export/rows/write-rows.ts": WRITTEN_ROWS,
  "app/domain/data-export/rows/read-sources.ts": EXPORT_SOURCES,
  "app/domain/data-export/rows/compare-exports.ts": EXPORT_NAMES.map(differingSql),
  "app/domain/data-export/rows/classify-orders.ts": [CLASSIFY_ORDERS, WRITE_FIRSTS],
  "app/domain/data-export/rows/read-rows.ts": [READ_SLICE],
  "app/domain/data-export/files/kept-rows-source.ts": [READ_KEPT_ROWS],
  "app/domain/data-export/files/credits-history-source.ts": [
    historyRowsOf("EUR"),
    historyRowsOf("JPY"),
  ],
};

function columnsOf(model: keyof typeof TABLES): string {
  const columns = Object.keys(Prisma[`${model}ScalarFieldEnum`]).map(toColumn);
  // Which the table numbers itself.
  return columns.filter((column) => column !== "id").join(", ");
}

const UPDATED_MODELS = Object.keys(KEYS) as UpdatedModel[];

/** Statements that a function puts together, by file: every text that it can answer. */
export const BUILT: Readonly<Record<string, readonly string[]>> = {
  "app/domain/compliance/erase-shop.ts": SHOP_TABLES.map(
    (table) => `DELETE FROM ${table} WHERE shop_id = $1`,
  ),
  "app/lib/insert-rows.ts": Object.entries(TABLES).flatMap(([model, table]) =>
    [true, false].map((skipDuplicates) =>
      insertSql(table, columnsOf(model as keyof typeof TABLES), skipDuplicates),
    ),
  ),
  "app/lib/update-rows.ts": UPDATED_MODELS.map((model) => {
    const keys = keyColumnsOf(model);
    const values = columnsOf(model)
      .split(", ")
      .filter((column) => !keys.includes(column));
    return updateSql(TABLES[model], keys, values);
  }),
  "app/lib/notification-listener.ts": [`LISTEN "${ACCESS_CHANNEL}"`],
  ...EXPORT_ROWS,
  "scripts/seed/finish-store.ts": LIST_TOTALS,
  "app/domain/store-credit/customers/list-credit-customers.ts": [false, true].flatMap((isSearch) =>
    [{}, ...CREDIT_HOLDINGS.map((holding) => ({ holding }))].map((filter) =>
      creditCustomersSql(filter, isSearch),
    ),
  ),
  "app/domain/loyalty/points/list-points-customers.ts": [SEARCHED, WITH_POINTS],
  "app/domain/loyalty/read/list-coupons-for-merchant.ts": COUPON_FILTERS.map(couponsSql),
  "app/domain/members/customers/customer-filters.ts": CUSTOMER_PAGES,
  "app/domain/members/customers/customer-sorts.ts": CUSTOMER_PAGES,
  "app/domain/members/customers/customers-sql.ts": [
    ...CUSTOMER_PAGES,
    ...CUSTOMER_SORTS.map(countSql),
  ],
  "app/domain/members/customers/count-customers.ts": CUSTOMER_SORTS.map(countSql),
  "app/domain/members/customers/find-few.ts": CUSTOMER_PROBES,
  "app/domain/members/customers/list-customers.ts": CUSTOMER_PAGES,
  "app/domain/search/search-store.ts": [BY_WORDS, BY_BEGINNING].flatMap(({ newest, all }) => [
    newest,
    all,
  ]),
  "app/domain/members/list-members.ts": setsOf([
    ...(["id", "status", "planId", "platformCustomerId", "emails"] as const),
    ...(["createdFrom", "createdBefore"] as const),
  ]).map(membersSql),
  "app/domain/subscriptions/lists/list-subscriptions.ts": setsOf([
    ...(["status", "planId", "platformCustomerId", "createdFrom", "createdBefore"] as const),
    ...(["emails"] as const),
  ]).map(subscriptionsSql),
  "app/domain/subscriptions/lists/list-for-merchant.ts": MERCHANT_FILTERS.flatMap((names) =>
    SUBSCRIPTION_SORTS.map((sort) => merchantSubscriptionsSql(names, sort)),
  ),
  "app/domain/subscriptions/lists/merchant-filters.ts": MERCHANT_FILTERS.map(matchingIdsSql),
  "app/domain/subscriptions/lists/find-matching-ids.ts": MERCHANT_FILTERS.map(matchingIdsSql),
  "app/domain/billing/past-due/list-past-due.ts": PAST_DUE_FILTERS.flatMap((names) =>
    PAST_DUE_SORTS.map((sort) => pastDueSql(names, sort)),
  ),
  "app/domain/billing/past-due/past-due-filters.ts": PAST_DUE_FILTERS.map(pastDueIdsSql),
  "app/domain/billing/past-due/find-past-due-ids.ts": PAST_DUE_FILTERS.map(pastDueIdsSql),
  "app/domain/customers/customer-text.ts": [
    merchantSubscriptionsSql(["words"], "created"),
    SEARCHED,
  ],
  "app/domain/billing/attempts/list-attempts.ts": setsOf([
    ...(["id", "subscriptionId", "status", "createdFrom", "createdBefore"] as const),
    ...(["platformCustomerId", "emails"] as const),
  ]).map(attemptsSql),
  "app/domain/subscriptions/lists/list-totals.ts": [[], ["emails"]].map((names) =>
    totalSql("members", names, ""),
  ),
  "app/domain/data-export/stream-credit-history-for-collection.ts": [pageOf("EUR"), pageOf("JPY")],
  "app/domain/data-export/stream-collected-rows.ts": COLLECTED_PAGES,
  "app/domain/data-export/stream-activities-for-collection.ts": [ACTIVITIES_PAGE],
  "app/domain/data-export/stream-contracts-for-collection.ts": [contractsPageOf("EUR")],
  "app/domain/data-export/stream-members-for-collection.ts": [membersPageOf("EUR")],
  "app/domain/store-credit/renewals/expected-credit.ts": [CREDIT_AND_CHARGES],
  "app/domain/orders/order-rate-sql.ts": [MRR],
  "app/domain/orders/paid-order.ts": [REPEAT_RATES, LIST_TO_REFUND],
  "app/domain/loyalty/program/read-repeat-rates.ts": [REPEAT_RATES],
  "app/domain/portal/withdrawal/list-to-refund.ts": [LIST_TO_REFUND],
  "app/domain/analytics/read-revenue.ts": [MRR],
  "app/domain/billing/past-due/read-recovered.ts": [RECOVERED],
  "app/lib/counts-in.ts": [RECOVERED],
  "app/domain/data-export/stream-credit-history-for-data-api.ts": [
    historyPageOf("EUR"),
    historyPageOf("JPY"),
  ],
  "app/domain/data-export/history-page.ts": [historyPageOf("EUR"), historyRowsOf("EUR")],
  "app/domain/rate-limits/lease-calls.ts": [LEASE_CALLS],
  "app/domain/data-export/read-customer-history-page.ts": [
    customerHistoryPageOf("EUR"),
    customerHistoryPageOf("JPY"),
  ],
};

/** Programs that run what they are given: the text of migrations and functions, names out of the catalogue. */
export const RUN_WHAT_IS_GIVEN: ReadonlySet<string> = new Set([
  "app/lib/analyze-grown-tables.ts",
  "app/lib/ask.ts",
  "scripts/generate-functions.ts",
  "scripts/database/migrate-database.ts",
  "scripts/functions/sql-functions.ts",
  "scripts/distribute/distribute-database.ts",
  "scripts/seed/staged-tables.ts",
  "scripts/seed/open-store.ts",
]);

/** Functions and tables of the cluster's extension, which a single server does not have. */
export const OF_A_CLUSTER =
  /\b(create_(reference_table|distributed_\w+)|truncate_local_data_after_distributing_table|citus_is_coordinator)\(|\b(citus_tables|pg_dist_\w+)\b/;

export const fileOf = (place: string): string => place.split(":")[0] ?? "";

/** Every text that a statement can have. */
export function textsOf({ text, place }: Statement): readonly string[] {
  return text === null ? (BUILT[fileOf(place)] ?? []) : [text];
}
