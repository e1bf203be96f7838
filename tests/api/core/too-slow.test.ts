import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isTooSlow, openDatabase, type Queries } from "#app/lib/db.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { createKeyedStore, openKeyProcess } from "#tests/support/key-process.ts";
import { startPostgresRelay } from "#tests/support/postgres-relay.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

/** Fails as a statement that has reached its limit. */
const reachLimit = (tx: Queries) =>
  tx.$executeRawUnsafe("DO $$ BEGIN RAISE EXCEPTION 'too slow' USING ERRCODE = '57014'; END $$");

async function isTooSlowFor(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(() => false, isTooSlow);
}

test("every connection of the app ends a statement after half a minute, those that count and listen too", async () => {
  const relay = await startPostgresRelay(testApp.environment.DATABASE_URL);
  const process = await openKeyProcess(relay.url);
  try {
    const { pool, prisma } = process.db;
    const { rows } = await pool.query("SHOW statement_timeout");
    expect(rows).toEqual([{ statement_timeout: "30s" }]);
    const [row] = await prisma.$queryRaw<{ limit: string }[]>`
      SELECT current_setting('statement_timeout') AS limit`;
    expect(row?.limit).toBe("30s");
    const { secret } = await createKeyedStore(process);
    expect(await process.call(secret)).toBe(true);
    const limited = "-c timezone=UTC -c statement_timeout=30000";
    const options = relay.beginnings.map((one) => one.options ?? "");
    expect(options.filter((one) => !one.startsWith(limited))).toEqual([]);
    expect(options).toContain(`${limited} -c synchronous_commit=off`);
    const names = relay.beginnings.map((one) => one.application_name);
    expect(names).toContain("perennial-listener");
  } finally {
    await process.close();
    await relay.close();
  }
});

test("commands have a limit too, of hours, and so have migrations", async () => {
  const relay = await startPostgresRelay(testApp.environment.DATABASE_URL);
  try {
    await migrateDatabase(relay.url);
    const options = relay.beginnings.map((one) => one.options);
    expect(options).toEqual(options.map(() => "-c timezone=UTC -c statement_timeout=6h"));
    expect(options.length).toBeGreaterThan(1);
  } finally {
    await relay.close();
  }
});

test("a statement that reached its limit is told from other failures, however it was run", async () => {
  const { pool, prisma, transaction } = testApp.app.db;
  await testApp.createShop({});
  const sleep = "SELECT pg_sleep(60)::text";
  const limit = "SET LOCAL statement_timeout = 20";
  const raw = () =>
    transaction(async (tx) => {
      await tx.$executeRawUnsafe(limit);
      await tx.$queryRawUnsafe(sleep);
    });
  expect(await isTooSlowFor(raw)).toBe(true);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("LOCK TABLE shops");
    const waiting = () =>
      transaction(async (tx) => {
        await tx.$executeRawUnsafe(limit);
        await tx.shop.findMany();
      });
    expect(await isTooSlowFor(waiting)).toBe(true);
    await client.query(limit);
    expect(await isTooSlowFor(() => client.query(sleep))).toBe(true);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
  expect(await isTooSlowFor(() => prisma.$queryRawUnsafe("SELECT 1 / 0"))).toBe(false);
  expect(await isTooSlowFor(() => pool.query("SELECT 1 / 0"))).toBe(false);
});

test("a transaction that took too long is told from one that got no connection", async () => {
  const { prisma } = testApp.app.db;
  const late = (timeout: number) =>
    prisma.$transaction(
      async (tx) => {
        await tx.$queryRawUnsafe("SELECT pg_sleep(0.2)::text");
        await tx.$queryRawUnsafe("SELECT 1");
      },
      { timeout },
    );
  expect(await isTooSlowFor(() => late(50))).toBe(true);
  const db = openDatabase(testApp.environment.DATABASE_URL, 1);
  const only = await db.pool.connect();
  try {
    const begin = () => db.prisma.$transaction((tx) => tx.shop.findMany(), { maxWait: 50 });
    await expect(begin()).rejects.toThrow("Unable to start a transaction");
    expect(await isTooSlowFor(begin)).toBe(false);
  } finally {
    only.release();
    await db.close();
  }
});

describe("work in batches", () => {
  const items = Array.from({ length: 100 }, (_, at) => at);

  test("goes on in smaller ones where one takes too long, and does each item once", async () => {
    const sizes: number[] = [];
    const done: number[] = [];
    await inBatches(items, 64, (some) =>
      testApp.app.db.transaction(async (tx) => {
        sizes.push(some.length);
        if (some.length > 5) await reachLimit(tx);
        done.push(...some);
      }),
    );
    expect(sizes.slice(0, 3)).toEqual([64, 16, 4]);
    expect(done).toEqual(items);
  });

  test("fails where a single item takes too long", async () => {
    const sizes: number[] = [];
    const work = inBatches(items, 64, (some) =>
      testApp.app.db.transaction(async (tx) => {
        sizes.push(some.length);
        await reachLimit(tx);
      }),
    );
    expect(await isTooSlowFor(() => work)).toBe(true);
    expect(sizes).toEqual([64, 16, 4, 1]);
  });

  test("fails at once for any other reason", async () => {
    const sizes: number[] = [];
    const work = inBatches(items, 64, async (some) => {
      sizes.push(some.length);
      throw new Error("another reason");
    });
    await expect(work).rejects.toThrow("another reason");
    expect(sizes).toEqual([64]);
  });
});
