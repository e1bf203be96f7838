import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { expireCreditTask } from "#app/domain/ledger/ledger-tasks.ts";
import { scheduleTask } from "#app/domain/schedule/schedule-task.ts";
import { runWorker } from "#app/jobs/run-worker.ts";
import { isWorkerPresent, releaseDeadWorkers } from "#app/lib/worker-presence.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

// The lock that only a living worker holds tells the work of a killed worker from the work of a slow one.

let testApp: TestApp;
let context: ShopContext;
let stop: (() => Promise<void>) | null = null;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  const { app } = testApp;
  await app.db.pool.query("DELETE FROM graphile_worker._private_jobs");
  const { domain } = await app.db.prisma.shop.create({
    data: {
      domain: `test-${uniqueNumber()}.myshopify.com`,
      name: "Idle",
      contactEmail: "help@idle.example",
      ianaTimezone: "UTC",
      currency: "EUR",
      installedAt: new Date(),
    },
  });
  context = await testApp.openShop(domain);
});
afterEach(async () => {
  await stop?.();
  stop = null;
});

const startWorker = async () => {
  stop = await runWorker(testApp.app, 2);
};

/** A task that is due, with its job, both taken by a worker of this name. */
async function takenBy(name: string): Promise<() => Promise<Date | null>> {
  const { db, clock, shop: row } = context;
  const task = { ...expireCreditTask, key: () => name };
  await db.transaction((tx) => scheduleTask(context, tx, task, {}, clock.now()));
  await db.pool.query("UPDATE due_tasks SET claimed_by = $1 WHERE shop_id = $2 AND key = $1", [
    name,
    String(row.id),
  ]);
  await db.pool.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() WHERE locked_by IS NULL",
    [name],
  );
  return async () =>
    (await db.prisma.dueTask.findFirstOrThrow({ where: { shopId: row.id, key: name } })).doneAt;
}

test("what a killed worker was at, the next one does as soon as it begins", async () => {
  const doneAt = await takenBy("pool-dead");
  await startWorker();
  await expect.poll(doneAt).not.toBeNull();
});

test("what another living worker is at is left to it", async () => {
  const { pool } = context.db;
  const living = await pool.connect();
  await living.query(
    "SELECT pg_advisory_lock_shared(worker_presence_lock(), hashtext('pool-slow'))",
  );
  const doneAt = await takenBy("pool-slow");
  await startWorker();
  await releaseDeadWorkers(pool);
  const locks = () =>
    pool.query("SELECT 1 FROM graphile_worker.jobs WHERE locked_by = 'pool-slow'");
  expect((await locks()).rowCount).toBe(1);
  expect(await doneAt()).toBeNull();
  living.release(true);
  await expect
    .poll(async () => {
      await releaseDeadWorkers(pool);
      return (await locks()).rowCount;
    })
    .toBe(0);
  await expect.poll(doneAt).not.toBeNull();
});

test("a worker is present from its beginning to its end, also after its connection has broken", async () => {
  const { pool } = context.db;
  // The server notices a moment later that the worker of the test before has closed its connection.
  await expect.poll(() => isWorkerPresent(pool)).toBe(false);
  await startWorker();
  expect(await isWorkerPresent(pool)).toBe(true);
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks l
     JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
     WHERE locktype = 'advisory' AND objsubid = 2 AND classid = worker_presence_lock()::oid`,
  );
  await expect.poll(() => isWorkerPresent(pool)).toBe(true);
  await stop?.();
  stop = null;
  await expect.poll(() => isWorkerPresent(pool)).toBe(false);
});
