import { afterAll, beforeAll, expect, test } from "vitest";
import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

test("a table that was filled in one go is known to the planner at once, and not analyzed again while it stays", async () => {
  const { pool } = testApp.app.db;
  const fill = (first: number, last: number) =>
    pool.query(
      `INSERT INTO customers (shop_id, platform_customer_id, created_at, updated_at)
       SELECT 1, i, now(), now() FROM generate_series($1::int, $2::int) i`,
      [first, last],
    );
  const analyzed = async () => {
    const { rows } = await pool.query<{ rows: number; times: string }>(
      `SELECT c.reltuples::int AS rows, s.analyze_count AS times FROM pg_class c
       JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.relname = 'customers'`,
    );
    return rows[0];
  };
  await testApp.createShop();
  await pool.query("ALTER TABLE customers SET (autovacuum_enabled = off)");
  await fill(1, 1_000);
  // The server reports what was written a moment after the commit.
  await expect
    .poll(async () => {
      await analyzeGrownTables(pool);
      return analyzed();
    })
    .toEqual({ rows: 1_000, times: "1" });
  await fill(1_001, 1_100);
  await pool.query("SELECT pg_stat_force_next_flush()");
  await analyzeGrownTables(pool);
  expect(await analyzed()).toEqual({ rows: 1_000, times: "1" });
});
