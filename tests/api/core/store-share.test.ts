import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type ProcessDatabase } from "#app/lib/db.ts";
import { countSecondConnections } from "#tests/support/second-connections.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const POOL = 6;
const SHARE = 2;

let database: TestDatabase;
let db: ProcessDatabase;
/** Has the lock on which the work of a store waits. */
let holder: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, POOL);
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await db.close();
  await database.drop();
});

const LOCK = "SELECT pg_advisory_xact_lock_shared(1)";

async function countWaiting(): Promise<number> {
  const { rows } = await holder.query<{ count: number }>(
    `SELECT count(*)::integer FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

describe("the connections of a process", () => {
  test("one store has no more than its share, by whichever way, and another is answered meanwhile", async () => {
    const [a, b] = [db.ofStore(1n), db.ofStore(2n)];
    await holder.query("SELECT pg_advisory_lock(1)");
    const waiting = Array.from({ length: 4 }, () => [
      a.pool.query(LOCK),
      a.prisma.$queryRawUnsafe("SELECT pg_advisory_xact_lock_shared(1)::text"),
      a.transaction((tx) => tx.$queryRawUnsafe("SELECT pg_advisory_xact_lock_shared(1)::text")),
    ]).flat();
    await expect.poll(countWaiting).toBe(SHARE);
    expect(await b.prisma.shop.count()).toBe(0);
    const { rows } = await b.pool.query("SELECT 1 AS one");
    expect(rows).toEqual([{ one: 1 }]);
    expect(await b.transaction((tx) => tx.shop.count())).toBe(0);
    expect(await countWaiting()).toBe(SHARE);
    await holder.query("SELECT pg_advisory_unlock(1)");
    await Promise.all(waiting);
  });

  test("a transaction that reads beside itself is warned of, and does not wait for its own store", async () => {
    const store = db.ofStore(3n);
    let begun = 0;
    const { promise: allBegun, resolve } = Promise.withResolvers<void>();
    const readBeside = () =>
      store.transaction(async (tx) => {
        await tx.shop.count();
        begun += 1;
        if (begun === SHARE) resolve();
        await allBegun;
        const { rows } = await store.pool.query("SELECT 1 AS one");
        expect([rows.length, await store.prisma.shop.count()]).toEqual([1, 0]);
        // The warning comes with the next turn of the loop.
        await tx.shop.count();
      });
    const seconds = await countSecondConnections(() =>
      Promise.all(Array.from({ length: SHARE }, readBeside)),
    );
    expect(seconds).toBe(2 * SHARE);
  });

  test("what fails gives its place back", async () => {
    const store = db.ofStore(4n);
    const failed = await Promise.allSettled(
      Array.from({ length: 5 }, () => [
        store.pool.query("SELECT 1 / 0"),
        store.prisma.$queryRawUnsafe("SELECT 1 / 0"),
        store.transaction(async (tx) => {
          await tx.shop.count();
          throw new Error("no");
        }),
      ]).flat(),
    );
    expect(failed.every(({ status }) => status === "rejected")).toBe(true);
    const all = Array.from({ length: 3 * SHARE }, () => store.pool.query("SELECT 1"));
    expect(await Promise.all(all)).toHaveLength(3 * SHARE);
  });
});
