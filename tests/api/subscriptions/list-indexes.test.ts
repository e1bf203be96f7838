import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patternsOf } from "#app/domain/customers/customer-text.ts";
import {
  merchantSubscriptionsSql,
  SUBSCRIPTION_SORTS,
  type SubscriptionSort,
} from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import type { MerchantFilters } from "#app/domain/subscriptions/lists/merchant-filters.ts";
import { fillMembers } from "#tests/bench/fill-members.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

/** Enough for the planner to prefer an index; LIST_ROWS asks for more, and prints how long each page takes. */
const ROWS = Number(process.env.LIST_ROWS ?? 30_000);

let database: TestDatabase;
let pool: pg.Pool;
let shopId = "";

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, installed_at)
     VALUES ('lists.myshopify.com', 'Lists', 'lists@example.com', 'UTC', 'EUR', now()) RETURNING id`,
  );
  shopId = rows[0]?.id ?? "";
  await fillMembers(pool, BigInt(shopId), ROWS);
  await pool.query(
    "UPDATE subscriptions SET next_billing_at = now() + id % 30 * interval '1 day' WHERE status = 'active'",
  );
  await pool.query("VACUUM ANALYZE subscriptions");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  Plans?: PlanNode[];
}

/** Tables that the statement for a page reads from end to end, and how long it took. */
async function explain(
  names: readonly (keyof MerchantFilters)[],
  sort: SubscriptionSort,
  values: readonly unknown[],
) {
  const { rows } = await pool.query(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${merchantSubscriptionsSql(names, sort)}`,
    [shopId, 25, 0, ...values],
  );
  const [{ Plan: plan, "Execution Time": ms }] = rows[0]["QUERY PLAN"];
  const scanned: string[] = [];
  const visit = (node: PlanNode) => {
    if (node["Node Type"] === "Seq Scan") scanned.push(node["Relation Name"] ?? "");
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(plan);
  if (process.env.LIST_ROWS) console.log(sort, names.join(), Math.round(ms), "ms");
  return scanned.filter((table) => table === "subscriptions" || table === "customers");
}

const plan = async () => {
  const { rows } = await pool.query<{ id: string }>("SELECT min(id) AS id FROM plans");
  return rows[0]?.id;
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test.each(SUBSCRIPTION_SORTS)(
  "the first page in the order %s reads no table from end to end",
  async (sort) => {
    expect(await explain([], sort, [])).toEqual([]);
  },
);

test.each<[string, (keyof MerchantFilters)[], () => Promise<unknown[]> | unknown[]]>([
  ["a state", ["status"], () => ["cancelled"]],
  ["a plan and a state", ["status", "planId"], async () => ["paused", await plan()]],
  ["a kind that nothing has", ["kind"], () => ["product"]],
  ["a contract's number", ["contractId"], () => ["1000042"]],
  ["a part of an address", ["words"], () => [patternsOf(["person4321@"])]],
  ["two words of a name", ["words"], () => [patternsOf(["ada", "lovelace 4321"])]],
])("narrowed to %s, it reads none either", async (_, names, values) => {
  expect(await explain(names, "created", await values())).toEqual([]);
});

test("narrowed to days of the next charge, it reads none either", async () => {
  const days = [inDays(3), inDays(4)];
  expect(await explain(["dueFrom", "dueBefore"], "next", days)).toEqual([]);
});
