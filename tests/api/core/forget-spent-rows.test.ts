import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeExpiredRowsJob } from "#app/jobs/clock-jobs.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
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

test("a job under a name that nobody knows any more is removed after a day, and no other", async () => {
  const { pool } = testApp.app.db;
  const shopId = String((await (await testApp.createShop()).context()).shop.id);
  const add = (name: string, waited: string) =>
    pool.query(
      `WITH added AS (
         SELECT (graphile_worker.add_job($1, json_build_object('shopId', $2::text), run_at := now() + interval '1 hour',
           job_key := 'unknown-jobs/' || $1 || '/' || $3)).id)
       SELECT id FROM added`,
      [name, shopId, waited],
    );
  const waiting = async () =>
    (
      await pool.query("SELECT key FROM graphile_worker.jobs WHERE key LIKE 'unknown-jobs/%'")
    ).rows.map(({ key }) => key);
  await add("retired", "25 hours");
  await add("retired", "23 hours");
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET created_at = now() - split_part(key, '/', 3)::interval,
       run_at = now() - split_part(key, '/', 3)::interval
     WHERE key LIKE 'unknown-jobs/%'`,
  );
  await add("publish-customer", "25 hours");
  await purgeExpiredRowsJob.run(testApp.app);
  expect((await waiting()).sort()).toEqual([
    "unknown-jobs/publish-customer/25 hours",
    "unknown-jobs/retired/23 hours",
  ]);
});
