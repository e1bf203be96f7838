import { afterAll, beforeAll, expect, test } from "vitest";
import { findNextDay } from "#app/domain/loyalty/triggers/days/find-next-day.ts";
import {
  listAnniversaries,
  listBirthdays,
} from "#app/domain/loyalty/triggers/days/list-celebrants.ts";
import type { Database, Queries } from "#app/lib/db.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const CUSTOMERS = 60_000;
const rules = { daysBefore: [0, 7], bases: ["account" as const] };
const look = { day: "2026-06-15", afterId: 0n, since: null };

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

/** Rows of a table that the connection has read by whatever way: in this transaction, and in those that it has not reported yet. */
async function rowsRead(tx: Queries, table: string): Promise<number> {
  const rows = await tx.$queryRawUnsafe<{ count: number }[]>(
    `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS count
     FROM pg_stat_xact_user_tables WHERE relname = $1`,
    table,
  );
  return rows[0]?.count ?? 0;
}

test("a day's birthdays and anniversaries cost no look at the customers who have another day", async () => {
  const store = await testApp.createShop();
  const { db, shop } = await store.context();
  await db.pool.query(
    `INSERT INTO customers (shop_id, platform_customer_id, platform_created_at)
     SELECT $1, 900000 + n, timestamptz '2016-01-01' + n * interval '83 minutes'
     FROM generate_series(1, $2::int) n`,
    [String(shop.id), CUSTOMERS],
  );
  await db.pool.query(
    `INSERT INTO loyalty_birthdays (shop_id, customer_id, month_day, counts_from, created_at, updated_at)
     SELECT shop_id, id, to_char(date '2024-01-01' + (id % 366)::int, 'MMDD')::smallint, '2020-01-01', now(), now()
     FROM customers WHERE shop_id = $1`,
    [String(shop.id)],
  );
  await db.pool.query("ANALYZE customers, loyalty_birthdays");
  await db.transaction(async (tx) => {
    const tables = ["loyalty_birthdays", "customers"];
    const before = new Map<string, number>();
    for (const table of tables) before.set(table, await rowsRead(tx, table));
    // As the work itself asks, in a transaction that counts what it reads.
    const context = { db: { prisma: tx } as unknown as Database, shop };
    const birthdays = await listBirthdays(context, rules, look);
    expect(birthdays.found.length).toBeGreaterThan(300);
    const anniversaries = await listAnniversaries(context, "account", look);
    expect(anniversaries.found.length).toBeGreaterThan(100);
    expect(await findNextDay(context, rules, look.day)).toBe("2026-06-16");
    for (const table of tables) {
      const read = (await rowsRead(tx, table)) - (before.get(table) ?? 0);
      expect(read, table).toBeLessThan(CUSTOMERS / 10);
    }
  });
});
