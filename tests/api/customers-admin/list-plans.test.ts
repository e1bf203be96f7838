import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import {
  type CustomerFilter,
  type CustomerFilters,
  readCustomerFilters,
} from "#app/domain/members/customers/customer-filters.ts";
import { CUSTOMER_SORTS, type CustomerSort } from "#app/domain/members/customers/customer-sorts.ts";
import { type CustomersForm, customersSql } from "#app/domain/members/customers/customers-sql.ts";
import { listCustomers } from "#app/domain/members/customers/list-customers.ts";
import { fillMembers } from "#tests/bench/fill-members.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

/** So many that filters are few, many, and many that hardly meet; and that the planner prefers an index. */
const ROWS = 30_000;
const PAGE = 25;

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  context = await (await testApp.createShop()).context();
  const { pool } = context.db;
  await fillMembers(pool, context.shop.id, ROWS);
  for (const statement of FILL) await pool.query(statement, [String(context.shop.id)]);
  await pool.query("VACUUM ANALYZE");
});
afterAll(() => testApp.close());

const FILL = [
  "UPDATE subscriptions SET next_billing_at = now() + id % 977 * interval '1 hour' WHERE shop_id = $1 AND status = 'active'",
  // A second charge of some customers, sooner or later than the first.
  `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, kind, status, platform_status, plan_name, price_minor, currency,
     interval_unit, interval_count, next_billing_at, platform_created_at, platform_updated_at)
   SELECT shop_id, platform_contract_id + 50000000, customer_id, 'product', 'active', 'active', 'Coffee', 900, 'EUR', 'month', 1,
     now() + id % 557 * interval '1 hour', now(), now()
   FROM subscriptions WHERE shop_id = $1 AND id % 11 = 0 AND status <> 'cancelled'`,
  `INSERT INTO credit_accounts (shop_id, customer_id, unit, available_minor, entry_count, updated_at)
   SELECT shop_id, id, unit, id % 4 * 100, 0, now() FROM customers, (VALUES ('money'), ('points')) units (unit) WHERE shop_id = $1 AND id % 3 > 0`,
  `INSERT INTO credit_rankings (shop_id, customer_id, available_minor, total_minor)
   SELECT shop_id, customer_id, available_minor, available_minor FROM credit_accounts WHERE shop_id = $1 AND unit = 'money'`,
  `INSERT INTO customer_tags (shop_id, customer_id, tag, state, updated_at)
   SELECT shop_id, id, CASE WHEN id % 50 = 0 THEN 'rare' ELSE 'common' END, 'held', now() FROM customers WHERE shop_id = $1`,
  `INSERT INTO loyalty_standings (shop_id, customer_id, tier_id, amount)
   SELECT shop_id, id, 1 + id % 2, 0 FROM customers WHERE shop_id = $1`,
  `INSERT INTO billing_cycles (shop_id, subscription_id, cycle_index, due_at, next_due_at, kept_day, kept_time, state, step, past_due_since,
     created_at, updated_at)
   SELECT shop_id, id, 1, now(), now(), 1, '00:00:00', state, CASE WHEN state = 'past_due' THEN 'retry' END,
     CASE WHEN state = 'past_due' THEN now() END, now(), now()
   FROM (SELECT *, CASE WHEN id % 60 = 0 THEN 'past_due' ELSE 'open' END AS state FROM subscriptions) s WHERE shop_id = $1`,
  "UPDATE customers SET merged_into_id = id - 1, merged_at = now() WHERE shop_id = $1 AND id % 1999 = 0",
];

/** The same filters as a plain query has them. */
const PLAIN: Readonly<Record<string, string>> = {
  canceled:
    "EXISTS (SELECT 1 FROM members m WHERE m.shop_id = $1 AND m.customer_id = c.id AND m.status = 'cancelled')",
  subscribed:
    "EXISTS (SELECT 1 FROM subscriptions s WHERE s.shop_id = $1 AND s.customer_id = c.id AND s.status = 'active')",
  pastDue:
    "EXISTS (SELECT 1 FROM subscriptions s JOIN billing_cycles b ON b.shop_id = $1 AND b.subscription_id = s.id WHERE s.shop_id = $1 AND s.customer_id = c.id AND b.state = 'past_due')",
  points:
    "EXISTS (SELECT 1 FROM credit_accounts a WHERE a.shop_id = $1 AND a.customer_id = c.id AND a.unit = 'points' AND a.available_minor > 0)",
  rare: "EXISTS (SELECT 1 FROM customer_tags t WHERE t.shop_id = $1 AND t.customer_id = c.id AND t.tag = 'rare')",
  tier: "EXISTS (SELECT 1 FROM loyalty_standings l WHERE l.shop_id = $1 AND l.customer_id = c.id AND l.tier_id = 1)",
  plan: "EXISTS (SELECT 1 FROM subscriptions s WHERE s.shop_id = $1 AND s.customer_id = c.id AND s.plan_id = 3 AND s.status <> 'cancelled')",
  everybody: "lower(c.last_name) LIKE '%lovelace%'",
  some: "c.email LIKE '%person123%'",
  late: "c.email LIKE '%person29%'",
  two: "lower(c.last_name) LIKE '%lovelace 77%' AND c.first_name = 'Ada'",
  short: "(c.last_name ILIKE 'lo%')",
};
const PLAIN_ORDERS: Readonly<Record<CustomerSort, string>> = {
  newest: "SELECT coalesce(c.platform_created_at, c.created_at) AS key, -c.id AS tie, true AS down",
  name: "SELECT lower(c.first_name || ' ' || c.last_name || ' ' || c.email) AS key, c.id AS tie, false AS down",
  credit:
    "SELECT (SELECT available_minor FROM credit_accounts a WHERE a.shop_id = $1 AND a.customer_id = c.id AND a.unit = 'money') AS key, -c.id AS tie, true AS down",
  next: "SELECT (SELECT min(next_billing_at) FROM subscriptions s WHERE s.shop_id = $1 AND s.customer_id = c.id AND s.status = 'active') AS key, c.id AS tie, false AS down",
};

async function plainly(sort: CustomerSort, filters: readonly string[]): Promise<bigint[]> {
  const where = filters.map((name) => ` AND ${PLAIN[name]}`).join("");
  const direction = PLAIN_ORDERS[sort].includes("true AS down") ? "DESC" : "ASC";
  const { rows } = await context.db.pool.query<{ id: string }>(
    `SELECT c.id FROM customers c CROSS JOIN LATERAL (${PLAIN_ORDERS[sort]}) o
     WHERE c.shop_id = $1 AND c.merged_into_id IS NULL AND o.key IS NOT NULL${where} ORDER BY o.key ${direction}, o.tie`,
    [String(context.shop.id)],
  );
  return rows.map(({ id }) => BigInt(id));
}

const CASES: [string[], CustomerFilters][] = [
  [[], {}],
  [["canceled"], { member: "cancelled" }],
  [["subscribed"], { subscribed: true }],
  [["canceled", "subscribed"], { member: "cancelled", subscribed: true }],
  [["points", "canceled"], { points: true, member: "cancelled" }],
  [["plan"], { plan: 3n }],
  [["plan", "points"], { plan: 3n, points: true }],
  [["pastDue"], { pastDue: true }],
  [["pastDue", "tier"], { pastDue: true, tier: 1 }],
  [["rare"], { tag: "rare" }],
  [["everybody"], { words: ["Lovelace"] }],
  [["everybody", "canceled", "points"], { words: ["lovelace"], member: "cancelled", points: true }],
  [["some"], { words: ["person123"] }],
  [["two"], { words: ["ada", "lovelace 77"] }],
  [["short"], { words: ["lo"] }],
];

test.each(CASES)(
  "narrowed to %j, each order has the customers that a plain query has, page by page, and counts them up to 5,000",
  async (names, filters) => {
    for (const sort of CUSTOMER_SORTS) {
      const all = await plainly(sort, names);
      const first = await listCustomers(context, filters, sort, null, PAGE);
      expect(first.ids, sort).toEqual(all.slice(0, PAGE));
      if (first.total !== null) expect(first.total, sort).toBe(all.length);
      else expect(all.length, sort).toBeGreaterThan(PAGE);
      if (first.next) {
        const second = await listCustomers(context, filters, sort, first.next, PAGE);
        expect(second.ids, sort).toEqual(all.slice(PAGE, 2 * PAGE));
      }
    }
  },
);

test("the last customers of filters that many pass together are on the last page", async () => {
  const filters: CustomerFilters = { points: true, tier: 1, words: ["person29"] };
  for (const sort of CUSTOMER_SORTS) {
    const all = await plainly(sort, ["points", "tier", "late"]);
    const most = await listCustomers(context, filters, sort, null, all.length - 10);
    const rest = await listCustomers(context, filters, sort, most.next, PAGE);
    expect(rest.ids, sort).toEqual(all.slice(-10));
  }
});

test("any number of filters has a first page and a second one", async () => {
  const filters = { tag: "rare", points: true, credit: true, tier: 1, subscribed: true } as const;
  const first = await listCustomers(context, filters, "newest", null, 1);
  const second = await listCustomers(context, filters, "newest", first.next, 1);
  expect([...first.ids, ...second.ids]).toHaveLength(2);
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

/** The tables that the statement of a form reads from end to end. */
async function scansOf(
  sort: CustomerSort,
  filters: CustomerFilters,
  form: CustomersForm,
): Promise<string[]> {
  const { names, set } = readCustomerFilters(filters);
  const { rows } = await context.db.pool.query(
    `EXPLAIN (FORMAT JSON) ${customersSql(sort, names, form, true)}`,
    [String(context.shop.id), null, null, PAGE + 1, ...set],
  );
  const scanned: string[] = [];
  const visit = (node: PlanNode) => {
    if (node["Node Type"] === "Seq Scan") scanned.push(node["Relation Name"] ?? "");
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(rows[0]["QUERY PLAN"][0].Plan);
  return scanned;
}

const few = (filter: CustomerFilter | null): CustomersForm => ({ form: "few", filter });

test.each<[string, CustomerFilters, CustomersForm]>([
  ["nothing", {}, { form: "walk" }],
  ["canceled members, one by one", { member: "cancelled" }, { form: "walk" }],
  ["canceled members with a subscription", { member: "cancelled", subscribed: true }, few(null)],
  ["who is past due", { pastDue: true }, few("pastDue")],
  ["who is past due in a tier", { pastDue: true, tier: 1 }, few("pastDue")],
  ["who has a plan", { plan: 3n }, few("plan")],
  ["a rare tag", { tag: "rare" }, few("tag")],
  ["a rare word", { words: ["person4321"] }, few("word")],
  ["two words, one of everybody", { words: ["ada", "lovelace 4321"] }, few("words")],
  ["a beginning", { words: ["zq"] }, few("beginning")],
])(
  "narrowed to %s, a page in any order reads no table from end to end",
  async (_, filters, form) => {
    for (const sort of CUSTOMER_SORTS) expect(await scansOf(sort, filters, form), sort).toEqual([]);
  },
);

test("all canceled members at once, by next charge, are read without a table from end to end", async () => {
  const filters = { member: "cancelled" } as const;
  expect(await scansOf("next", filters, { form: "sets" })).toEqual([]);
});
