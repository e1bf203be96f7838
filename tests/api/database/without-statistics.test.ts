import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { systemActor } from "#app/domain/context.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import { clockAt } from "#app/lib/clock.ts";
import { openDatabase } from "#app/lib/db.ts";
import { readEnvironment } from "#app/lib/env.ts";
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
import { doBulkWork } from "./bulk-work.ts";

const DOMAIN = "filled.myshopify.com";
const UNTIL = "2026-06-30";

const LARGEST_FACTOR = 5;
/** A row that is found by its key, where reading the whole of a table that is small or empty costs less. */
const BLOCKS_A_LOOKUP = 4;
/** In all calls of a statement together: a few milliseconds. */
const NOTHING = 1_000;

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
  await query(known, "ANALYZE");
  const unknown = await createDatabase(postgres.databaseUrl, "unknown", "filled");
  await query(
    unknown,
    `SELECT pg_clear_relation_stats(n.nspname, c.relname)
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'i')`,
  );
  await query(
    unknown,
    `SELECT pg_clear_attribute_stats(schemaname, tablename, attname, inherited) FROM pg_stats
     WHERE schemaname IN ('public', 'graphile_worker')`,
  );
  // Their clones have seen none of these statements.
  await createDatabase(postgres.databaseUrl, "with_statistics", "known");
  await createDatabase(postgres.databaseUrl, "without_statistics", "unknown");
}, 120_000);
afterAll(() => postgres?.stop());

test("no statement over many rows reads five times as much while the tables have no statistics", async () => {
  const known = await costsOf("with_statistics");
  const unknown = await costsOf("without_statistics");
  expect([...unknown.keys()].filter((text) => /\bexport_rows\b/.test(text)).length).toBeGreaterThan(
    12,
  );
  const dear = [...unknown.values()].filter(
    ({ text, blocks, calls }) =>
      blocks > LARGEST_FACTOR * (known.get(text)?.blocks ?? 0) + BLOCKS_A_LOOKUP * calls + NOTHING,
  );
  expect(dear.map((cost) => ({ ...cost, withStatistics: known.get(cost.text) }))).toEqual([]);
}, 240_000);

async function query(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** What the statements of all actions read in one of the databases. */
async function costsOf(name: string): Promise<ReadonlyMap<string, StatementCost>> {
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
    const clock = clockAt(new Date(`${UNTIL}T12:00:00Z`));
    const context = { ...openShop(app, toShop(row), systemActor), clock };
    await doBulkWork(context, app);
    return await readStatementCosts(url.href);
  } finally {
    await app.close();
  }
}
