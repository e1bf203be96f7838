import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeExpiredRowsJob } from "#app/jobs/clock-jobs.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("keys and counts whose time is over are removed, and those that still serve stay", async () => {
  const { shop } = await (await testApp.createShop()).context();
  const { pool } = testApp.app.db;
  await pool.query(
    `INSERT INTO idempotency_keys (shop_id, purpose, key, input_hash, result, created_at)
     SELECT $1, 'store-credit', age, '', '{}', now() - age::interval
     FROM unnest(ARRAY['25 hours', '23 hours']) age`,
    [String(shop.id)],
  );
  await pool.query(
    `INSERT INTO rate_limit_windows (shop_id, window_kind, window_start, used)
     SELECT $1, 'day', now() - age::interval, 1 FROM unnest(ARRAY['4 days', '25 hours']) age`,
    [String(shop.id)],
  );
  await purgeExpiredRowsJob.run(testApp.app);
  const keys = await pool.query("SELECT key FROM idempotency_keys WHERE shop_id = $1", [
    String(shop.id),
  ]);
  const windows = await pool.query(
    "SELECT now() - window_start < interval '26 hours' AS is_recent FROM rate_limit_windows WHERE shop_id = $1",
    [String(shop.id)],
  );
  expect(keys.rows).toEqual([{ key: "23 hours" }]);
  expect(windows.rows).toEqual([{ is_recent: true }]);
});
