import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Queries } from "#app/lib/db.ts";
import { idText } from "#app/lib/id-text.ts";
import { addJob, addJobs, defineJob, requestJob } from "#app/lib/queue.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

/** Nobody works on jobs of this name. */
const job = defineJob({
  name: "test-of-adding-jobs",
  payload: z.object({ shopId: idText, about: z.string(), newest: z.number() }),
  dedupeKey: ({ about }) => about,
});

let testApp: TestApp;
let shopId: bigint;

beforeAll(async () => {
  testApp = await startTestApp();
  shopId = (await (await testApp.createShop()).context()).shop.id;
});
afterAll(() => testApp.close());

/** Resolves when `count` callers have come. */
function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}

async function waiting() {
  const { rows } = await testApp.app.db.pool.query(
    `SELECT key, run_at, payload FROM graphile_worker._private_jobs
     WHERE key LIKE $1 ORDER BY key`,
    [`${job.name}/${shopId}/%`],
  );
  return rows;
}

test("transactions that add the same jobs in any order, before and after other locks, never deadlock", async () => {
  const { db } = testApp.app;
  for (const about of ["one", "other"]) await addJob(db.prisma, job, { shopId, about, newest: 0 });
  const meet = meetingOf(2);
  const lock = (tx: Queries) => tx.$executeRaw`SELECT lock_shop_writes(${shopId})`;
  await Promise.all([
    db.transaction(async (tx) => {
      await addJob(tx, job, { shopId, about: "one", newest: 1 });
      await meet();
      await lock(tx);
      await addJob(tx, job, { shopId, about: "other", newest: 1 });
    }),
    db.transaction(async (tx) => {
      await lock(tx);
      await addJob(tx, job, { shopId, about: "other", newest: 2 });
      await meet();
      await addJob(tx, job, { shopId, about: "one", newest: 2 });
    }),
  ]);
  expect((await waiting()).map(({ key }) => key.split("/").at(-1))).toEqual(["one", "other"]);
});

test("of jobs about the same thing the last of a transaction is added, for the time that it names", async () => {
  const { db } = testApp.app;
  const later = new Date("2050-01-01T00:00:00Z");
  await db.transaction(async (tx) => {
    await addJobs(tx, [requestJob(job, { shopId, about: "twice", newest: 1 })]);
    await addJob(tx, job, { shopId, about: "twice", newest: 2 }, later);
  });
  const [row] = (await waiting()).filter(({ key }) => key.endsWith("/twice"));
  expect([row.payload.newest, row.run_at]).toEqual([2, later]);
});

test("a transaction that fails adds none of its jobs", async () => {
  const { db } = testApp.app;
  const failing = db.transaction(async (tx) => {
    await addJob(tx, job, { shopId, about: "never", newest: 1 });
    throw new Error("broken off");
  });
  await expect(failing).rejects.toThrow("broken off");
  expect((await waiting()).filter(({ key }) => key.endsWith("/never"))).toEqual([]);
});
