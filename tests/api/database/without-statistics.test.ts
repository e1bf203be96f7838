import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { systemActor } from "#app/domain/context.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import { clockAt } from "#app/lib/clock.ts";
import { openDatabase } from "#app/lib/db.ts";
import { readEnvironment } from "#app/lib/env.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import type { RunningPostgres } from "#scripts/postgres/start-postgres.ts";
import { seedStore } from "#scripts/seed/seed-store.ts";
import {
  readStatementCosts,
  type StatementCost,
  startCountingPostgres,
} from "#tests/support/counting-postgres.ts";
import { createDatabase } from "#tests/support/database-server.ts";
import { doBulkWork, LINES, readLists } from "./bulk-work.ts";

const DOMAIN = "filled.myshopify.com";
const UNTIL = "2026-06-30";
const NOON = `${UNTIL}T12:00:00Z`;

const LARGEST_FACTOR = 5;
/** A row that is found by its key, where reading the whole of a table that is small or empty costs less. */
const BLOCKS_A_LOOKUP = 4;
/** A page's list or report may read a table of the store once, a block for each row. */
const BLOCKS_A_PAGE = 5_000;

/** Collects all statistics. */
const KNOW = "ANALYZE";
/**
 * Removes all statistics. Only the sizes of the tables' files remain, so that no table counts as grown. The planner ignores
 * a size when the number of rows is unknown.
 */
const FORGET = `
  SELECT pg_clear_relation_stats(n.nspname, c.relname)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'i');
  SELECT pg_restore_relation_stats('schemaname', n.nspname::text, 'relname', c.relname::text,
    'relpages', (pg_relation_size(c.oid) / 8192)::int, 'reltuples', '-1'::real)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind = 'r';
  SELECT pg_clear_attribute_stats(schemaname, tablename, attname, inherited) FROM pg_stats
  WHERE schemaname IN ('public', 'graphile_worker')`;
/** What this test runs itself. */
const OWN = /\bpg_(clear|restore)_|^ANALYZE/;
/** Counts the customers or the members of a store, which are as many as they are. */
const COUNTS_ALL = /^SELECT count\((\*|DISTINCT s\.customer_id)\)/i;

/** How many values a call of a statement looks up at most. */
function valuesOf(text: string): number {
  if (/\bunnest\(|json_populate_recordset|jsonb_to_recordset/.test(text)) return LINES;
  return /\bIN \(\$|= ANY \(/.test(text) ? FEW_VALUES : 1;
}

/** How one statement of each part begins. The test fails when it has not seen one of them. */
const RUN = [
  ...['INSERT INTO "public"."export_file_parts"', "INSERT INTO loyalty_file_lines AS known"],
  ...["INSERT INTO credit_file_lines AS known", "INSERT INTO contract_import_lines ("],
  ...["grant_credit_run(", "expire_credit(", "INSERT INTO price_change_rows AS known"],
  ...["INSERT INTO bulk_action_rows", "INSERT INTO customers AS c", "INSERT INTO subscriptions ("],
  ...["INSERT INTO orders (", "INSERT INTO order_refunds (", "INSERT INTO order_subscriptions ("],
  ...["INSERT INTO billing_attempts (", "loyalty_standings"],
  ...["INSERT INTO due_tasks (", "INSERT INTO mails ("],
  ...["loyalty_tier_previews", "FROM loyalty_birthdays b", "AS s (starts_at, ends_at, years)"],
  ...["webhook_receipts", "loyalty_tags", "credit_days", "merged_into_id", "DELETE FROM events"],
];

let postgres: RunningPostgres;

beforeAll(async () => {
  postgres = await startCountingPostgres();
  const filled = await createDatabase(postgres.databaseUrl, "filled");
  await migrateDatabase(filled);
  const db = openDatabase(filled, 4);
  await seedStore(
    db,
    { customers: 2_000, orders: 4_000, subscriptions: 1_000, shop: DOMAIN, seed: 1, until: UNTIL },
    () => {},
    { facts: true },
  );
  await db.close();
  const known = await createDatabase(postgres.databaseUrl, "known", "filled");
  await query(known, KNOW);
  const unknown = await createDatabase(postgres.databaseUrl, "unknown", "filled");
  await query(unknown, FORGET);
  // Their clones have seen none of these statements.
  await createDatabase(postgres.databaseUrl, "with_statistics", "known");
  await createDatabase(postgres.databaseUrl, "without_statistics", "unknown");
}, 120_000);
afterAll(() => postgres?.stop());

test("no statement over many rows reads five times as much while the tables have no statistics", async () => {
  const known = await costsOf("with_statistics", KNOW);
  const unknown = await costsOf("without_statistics", FORGET);
  const texts = [...unknown.bulk.keys()];
  expect(RUN.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
  expect(texts.filter((text) => /\bexport_rows\b/.test(text)).length).toBeGreaterThan(12);
  const dear = [
    ...dearerThan(unknown.bulk, known.bulk, 0),
    ...dearerThan(unknown.pages, known.pages, BLOCKS_A_PAGE),
  ];
  expect(dear).toEqual([]);
}, 240_000);

type Costs = ReadonlyMap<string, StatementCost>;

function dearerThan(unknown: Costs, known: Costs, allowed: number) {
  return [...unknown.values()]
    .map((cost) => ({ ...cost, withStatistics: known.get(cost.text)?.blocks ?? 0 }))
    .filter(
      ({ text, calls, rows, blocks, withStatistics }) =>
        !OWN.test(text) &&
        blocks >
          LARGEST_FACTOR * withStatistics +
            BLOCKS_A_LOOKUP * Math.max(rows, calls * valuesOf(text)) +
            (COUNTS_ALL.test(text) ? BLOCKS_A_PAGE : allowed),
    );
}

async function query(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Counts what the statements of all actions read in a database. @param prepare SQL that runs before each part. */
async function costsOf(name: string, prepare: string): Promise<{ bulk: Costs; pages: Costs }> {
  const url = new URL(postgres.databaseUrl);
  url.pathname = `/${name}`;
  const app = createAppContext(
    readEnvironment({
      APP_URL: "http://127.0.0.1:9",
      DATABASE_URL: url.href,
      DEVSTORE_URL: inject("devstoreUrl"),
      SHOPIFY_API_KEY: "key-of-the-app-of-tests",
      SHOPIFY_API_SECRET: "secret-of-the-app-of-tests",
      TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      LOG_LEVEL: "silent",
    }),
    "test",
  );
  try {
    const row = await app.db.prisma.shop.findUniqueOrThrow({ where: { domain: DOMAIN } });
    const clock = clockAt(new Date(NOON));
    const context = { ...openShop(app, toShop(row), systemActor), clock };
    const prepared = () => query(url.href, prepare);
    await doBulkWork(app, context, prepared);
    const bulk = await readStatementCosts(url.href);
    await prepared();
    await readLists(context);
    const all = await readStatementCosts(url.href);
    return { bulk, pages: new Map([...all].filter(([text]) => !bulk.has(text))) };
  } finally {
    await app.close();
  }
}
