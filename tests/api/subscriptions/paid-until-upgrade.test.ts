import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { createDatabase, dropDatabase } from "#tests/support/database-server.ts";

// A database of the time when the date of the next charge said what is paid for.

const all = join(projectRoot, "prisma/migrations");
const before = mkdtempSync(join(tmpdir(), "perennial-migrations-"));
let client: pg.Client;
let url: string;
const serverUrl = inject("databaseServerUrl");
const name = `perennial_upgrade_${randomBytes(6).toString("hex")}`;

beforeAll(async () => {
  for (const folder of readdirSync(all).filter((one) => one < "0030")) {
    cpSync(join(all, folder), join(before, folder), { recursive: true });
  }
  url = await createDatabase(serverUrl, name);
  await migrateDatabase(url, before);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await dropDatabase(serverUrl, name);
  rmSync(before, { recursive: true });
});

test("what a subscription is paid for stays what its shopper was told before, in the store's own time", async () => {
  await client.query(
    `INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, installed_at)
     VALUES ('old.myshopify.com', 'Old', 'help@old.example', 'Europe/Berlin', 'EUR', now());
     INSERT INTO subscriptions (shop_id, platform_contract_id, kind, status, platform_status, plan_name, price_minor,
       currency, interval_unit, interval_count, next_billing_at, last_charged_at, paused_until, ends_at,
       platform_created_at, platform_updated_at)
     SELECT 1, id, 'membership', status, status, 'Gold', 1500, 'EUR', unit, count, next, charged, until, NULL, now(), now()
     FROM (VALUES
       (1, 'active',    'month', 1, timestamptz '2026-04-10T08:00Z', timestamptz '2026-03-10T09:00Z', NULL::timestamptz),
       (2, 'paused',    'month', 1, '2026-06-10T08:00Z', '2026-03-10T09:00Z', '2026-05-01T00:00Z'),
       (3, 'paused',    'week',  2, '2026-04-10T08:00Z', NULL, NULL),
       (4, 'paused',    'week',  2, '2026-04-10T08:00Z', NULL, '2026-05-01T00:00Z'),
       (5, 'cancelled', 'month', 1, NULL, '2026-03-10T09:00Z', NULL)
     ) given (id, status, unit, count, next, charged, until)`,
  );
  await migrateDatabase(url);
  const { rows } = await client.query(
    `SELECT to_char(paid_until AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS paid_until
     FROM subscriptions ORDER BY platform_contract_id`,
  );
  // Clocks in Berlin went forward between the charge and the end.
  const told = ["2026-04-10 08:00", "2026-04-10 08:00", "2026-04-10 08:00", null, null];
  expect(rows.map(({ paid_until }) => paid_until)).toEqual(told);
});
