import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { createDatabase, dropDatabase } from "#tests/support/database-server.ts";

// A database with data of the time when events got their ids from a sequence and one cursor stood at the store.

const all = join(projectRoot, "prisma/migrations");
const before = mkdtempSync(join(tmpdir(), "perennial-migrations-"));
let client: pg.Client;
let url: string;
const serverUrl = inject("databaseServerUrl");
const name = `perennial_upgrade_${randomBytes(6).toString("hex")}`;

beforeAll(async () => {
  for (const folder of readdirSync(all).filter((one) => one < "0011")) {
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

test("keeps its events and cursors, gives new events the next ids, and no job waits for a worker that is gone", async () => {
  await client.query(
    `INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, installed_at, credit_news_cursor)
     VALUES ('old.myshopify.com', 'Old', 'help@old.example', 'UTC', 'EUR', now(), 7),
            ('idle.myshopify.com', 'Idle', 'help@idle.example', 'UTC', 'EUR', now(), 0);
     INSERT INTO customers (shop_id, platform_customer_id) VALUES (1, 1);
     INSERT INTO events (shop_id, id, kind, data, created_at) OVERRIDING SYSTEM VALUE VALUES
       (1, 3, 'store_credit.added', '{"customer_id": "1", "entry_id": "1"}', now()),
       (1, 7, 'store_credit.added', '{"customer_id": "1", "entry_id": "2"}', now()),
       (1, 12, 'store_credit.added', '{"customer_id": "1", "entry_id": "3"}', now());
     SELECT graphile_worker.add_job(task, '{"shopId": "1"}', job_key := task)
     FROM unnest(ARRAY['publish-credit-news', 'sweep-credit-news', 'forget-spent-rows', 'publish-customer']) task`,
  );
  await migrateDatabase(url);
  const { rows: cursors } = await client.query(
    "SELECT shop_id, subscriber, last_id FROM event_cursors",
  );
  expect(cursors).toEqual([
    { shop_id: "1", subscriber: "credit-metafields", last_id: "7" },
    // Nobody gets a mail of what happened before there were any.
    { shop_id: "1", subscriber: "mails", last_id: "12" },
  ]);
  const { rows: jobs } = await client.query("SELECT key FROM graphile_worker.jobs");
  expect(jobs).toEqual([{ key: "publish-customer" }]);
  await client.query("SELECT record_event(1, 'member.updated', '{}', now())");
  await client.query("SELECT record_event(2, 'member.updated', '{}', now())");
  const { rows: events } = await client.query(
    "SELECT shop_id, id FROM events ORDER BY shop_id, id",
  );
  expect(events.map(({ shop_id, id }) => `${shop_id}:${id}`)).toEqual([
    ...["1:3", "1:7", "1:12", "1:13"],
    "2:1",
  ]);
});
