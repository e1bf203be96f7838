import { BY_TEXT, type CustomerFilter, SOURCES, TESTS } from "./customer-filters.ts";
import { type CustomerSort, ORDERS, type Order } from "./customer-sorts.ts";
import { FEW } from "./find-few.ts";

/**
 * How a page is read.
 *
 * - `few`: a filter lets few through, and these are put in order. `filter` null: few pass several filters, of which each lets many through.
 * - `walk`: the order's index is followed for some thousand rows, and each customer on the way is asked.
 * - `sets`: the order's index is followed among the customers of each filter, which are read once each.
 */
export type CustomersForm =
  | { form: "few"; filter: CustomerFilter | null }
  | { form: "walk" }
  | { form: "sets" };

/** So many customers are asked on the way; where they do not fill a page, the filters are read. */
const STEPS = 2000;

/** The first parameter of the filters: before them stand the store, the place's key and id, and how many. */
const FIRST = 5;

/**
 * The statement for a page: the customers' ids with their keys, how many there are, and of how many that was counted; both are null
 * where nothing is counted.
 */
export function customersSql(
  sort: CustomerSort,
  names: readonly CustomerFilter[],
  form: CustomersForm,
  isFirstPage: boolean,
): string {
  const order = ORDERS[sort];
  if (form.form === "walk") return walkSql(order, names, isFirstPage);
  if (form.form === "sets") return setsSql(order, names, isFirstPage);
  return form.filter === null
    ? meetSql(order, names, isFirstPage)
    : fewSql(order, names, form.filter, isFirstPage);
}

/** The statement that counts the customers of an order without filters, up to the number that is counted. */
export function countSql(sort: CustomerSort): string {
  // By name there are the same as by date, whose index is smaller.
  const order = ORDERS[sort === "name" ? "newest" : sort];
  return `
  SELECT count(*) AS total FROM (
    SELECT 1 FROM (${rowsOf(order, sorted(order, order.key, order.id))}) o WHERE ${order.own} LIMIT ${FEW + 1}) counted`;
}

/** Filters that many pass, but not many pass together: those by text are asked, not read, because that takes longest. */
export function meetingSets(names: readonly CustomerFilter[]): CustomerFilter[] {
  return names.filter((name) => !BY_TEXT.some((text) => text === name));
}

function walkSql(order: Order, names: readonly CustomerFilter[], isFirstPage: boolean): string {
  // Without filters each row counts, and the index is followed no further than the page.
  const steps = names.length > 0 ? `${sorted(order, order.key, order.id)} LIMIT ${STEPS}` : "";
  return `
  SELECT o.id, o.key::text AS key, NULL::bigint AS total, NULL::bigint AS among
  FROM (${rowsOf(order, placeOf(order, order.key, order.id, isFirstPage))} ${steps}) o
  WHERE ${order.own}${testsOf(names)} ${sorted(order, "o.key", "o.id")} LIMIT $4`;
}

function setsSql(order: Order, names: readonly CustomerFilter[], isFirstPage: boolean): string {
  const sets = names.map(
    (name, at) => `${name}_set AS MATERIALIZED (${SOURCES[name](FIRST + at)})`,
  );
  const among = names
    .map((name) => ` AND ${order.id} IN (SELECT s.id FROM ${name}_set s)`)
    .join("");
  const rows = rowsOf(order, `${placeOf(order, order.key, order.id, isFirstPage)}${among}`);
  // Ordered inside alone: so it is read in order up to the end of the page, and `own` is asked last.
  return `
  WITH ${sets.join(", ")}
  SELECT o.id, o.key::text AS key, NULL::bigint AS total, NULL::bigint AS among
  FROM (${rows} ${sorted(order, order.key, order.id)} OFFSET 0) o WHERE ${order.own} LIMIT $4`;
}

function fewSql(
  order: Order,
  names: readonly CustomerFilter[],
  few: CustomerFilter,
  isFirstPage: boolean,
): string {
  return sortedSql(
    order,
    SOURCES[few](FIRST + names.indexOf(few)),
    testsOf(names, [few]),
    isFirstPage,
  );
}

function meetSql(order: Order, names: readonly CustomerFilter[], isFirstPage: boolean): string {
  const read = meetingSets(names);
  const sources = read.map((name) => SOURCES[name](FIRST + names.indexOf(name)));
  return sortedSql(
    order,
    sources.map((source) => `(${source})`).join(" INTERSECT "),
    testsOf(names, read),
    isFirstPage,
  );
}

/** Puts the customers of a source in order, and counts those who pass. */
function sortedSql(order: Order, source: string, tests: string, isFirstPage: boolean): string {
  return `
  WITH found AS MATERIALIZED (SELECT DISTINCT few.id FROM (SELECT w.id FROM (${source}) w LIMIT ${FEW + 1}) few),
  matched AS MATERIALIZED (
    SELECT o.id, k.key FROM found o CROSS JOIN LATERAL (${order.keyOf}) k WHERE true${tests})
  SELECT o.id, o.key::text AS key, (SELECT count(*) FROM matched) AS total, (SELECT count(*) FROM found) AS among
  FROM matched o WHERE true ${placeOf(order, "o.key", "o.id", isFirstPage)}
  ${sorted(order, "o.key", "o.id")} LIMIT $4`;
}

function rowsOf({ from, where, id, key, more }: Order, further: string): string {
  return `SELECT ${id} AS id, ${key} AS key${more} FROM ${from} WHERE x.shop_id = $1 AND ${where} ${further}`;
}

/** The place behind which a page begins: the parameters $2 (a key) and $3 (an id), or null for the first page. */
function placeOf({ type, descends }: Order, key: string, id: string, isFirstPage: boolean): string {
  if (isFirstPage) return "AND $2::text IS NULL AND $3::text IS NULL";
  return `AND (${key}, ${id}) ${descends ? "<" : ">"} ($2::${type}, $3::bigint)`;
}

function sorted({ descends }: Order, key: string, id: string): string {
  const direction = descends ? "DESC" : "ASC";
  return `ORDER BY ${key} ${direction}, ${id} ${direction}`;
}

/** Each filter keeps its parameter, also those whose customers are read and not asked. */
function testsOf(names: readonly CustomerFilter[], read: readonly CustomerFilter[] = []): string {
  return names
    .map((name, at) => (read.includes(name) ? "" : ` AND ${TESTS[name](FIRST + at)}`))
    .join("");
}
