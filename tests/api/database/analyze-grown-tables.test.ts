import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  await testApp.createShop();
  await testApp.app.db.pool.query("ALTER TABLE customers SET (autovacuum_enabled = off)");
});
afterAll(() => testApp.close());
beforeEach(() => testApp.app.db.pool.query("TRUNCATE customers CASCADE"));

const fill = (first: number, last: number) => `
  INSERT INTO customers (shop_id, platform_customer_id, created_at, updated_at)
  SELECT 1, i, now(), now() FROM generate_series(${first}, ${last}) i`;

async function analyzed() {
  const { rows } = await testApp.app.db.pool.query<{ rows: number; times: number }>(
    `SELECT c.reltuples::int AS rows, s.analyze_count::int AS times FROM pg_class c
     JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.relname = 'customers'`,
  );
  return rows[0] ?? { rows: 0, times: 0 };
}

test("a table that was filled in one go is known to the planner at once, and not analyzed again while it stays", async () => {
  const { pool } = testApp.app.db;
  const { times } = await analyzed();
  // What is reported later would count as written after the statistics.
  const report = () => pool.query("SELECT pg_stat_force_next_flush()");
  await pool.query(fill(1, 1_000));
  await report();
  await analyzeGrownTables(pool);
  expect(await analyzed()).toEqual({ rows: 1_000, times: times + 1 });
  await pool.query(fill(1_001, 1_100));
  await report();
  await analyzeGrownTables(pool);
  expect(await analyzed()).toEqual({ rows: 1_000, times: times + 1 });
});

test("rows count from their commit on, also while the session that wrote them has not reported them", async () => {
  const { pool } = testApp.app.db;
  const { times } = await analyzed();
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    for (const [at, [first, last]] of [
      [1, 1_000],
      [1_001, 5_000],
    ].entries()) {
      await client.query(fill(first ?? 0, last ?? 0));
      // A session reports between transactions, and this one is never between them.
      await client.query("COMMIT; BEGIN");
      await analyzeGrownTables(pool);
      expect(await analyzed()).toEqual({ rows: last, times: times + at + 1 });
    }
    await client.query(fill(5_001, 6_000));
    await client.query("COMMIT; BEGIN");
    await analyzeGrownTables(pool);
    expect(await analyzed()).toEqual({ rows: 5_000, times: times + 2 });
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
