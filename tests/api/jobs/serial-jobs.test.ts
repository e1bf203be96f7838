import { runOnce } from "graphile-worker";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { SerialJobs } from "#app/jobs/serial-jobs.ts";
import { idText } from "#app/lib/id-text.ts";
import { KeyLocks } from "#app/lib/key-locks.ts";
import { addJob, countRunnableJobs, defineJob } from "#app/lib/queue.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Each SerialJobs with locks of its own stands for one worker process.

let testApp: TestApp;
let locks: KeyLocks[];

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());
beforeEach(() => {
  locks = [];
});
afterEach(async () => {
  for (const each of locks) await each.close();
});

function newProcess(): SerialJobs {
  const own = new KeyLocks(testApp.app.db.pool);
  locks.push(own);
  return new SerialJobs(own);
}

/** Works that wait until they are told to end, and note that they began. */
function heldWorks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => void ends.set(name, resolve));
  };
  /** Ends one, once it has begun. */
  const end = async (name: string) => {
    await expect.poll(() => begun).toContain(name);
    ends.get(name)?.();
  };
  return { begun, work, end };
}

test("a job that comes while one of its key runs begins after it; of several that wait, the newest alone", async () => {
  const process = newProcess();
  const { begun, work, end } = heldWorks();
  const first = process.run("key", work("first"));
  const second = process.run("key", work("second"));
  const third = process.run("key", work("third"));
  expect(await second).toBe("done");
  await expect.poll(() => begun).toEqual(["first"]);
  await end("first");
  expect(await first).toBe("done");
  await end("third");
  expect(await third).toBe("done");
  expect(begun).toEqual(["first", "third"]);
});

test("a job whose key runs in another process is to be tried later, and runs once that one is over", async () => {
  const [one, other] = [newProcess(), newProcess()];
  const { begun, work, end } = heldWorks();
  const first = one.run("key", work("first"));
  await expect.poll(() => begun).toEqual(["first"]);
  expect(await other.run("key", work("second"))).toBe("elsewhere");
  const free = other.run("another key", work("free"));
  await end("free");
  expect(await free).toBe("done");
  await end("first");
  await first;
  const second = other.run("key", work("second"));
  await end("second");
  expect(await second).toBe("done");
  expect(begun).toEqual(["first", "free", "second"]);
});

test("a job that fails lets the next of its key run, in its process and in another", async () => {
  const [one, other] = [newProcess(), newProcess()];
  const fail = () => Promise.reject(new Error("It failed."));
  const begun: string[] = [];
  const note = (name: string) => async () => void begun.push(name);
  const failing = one.run("key", fail);
  const waiting = one.run("key", note("waited"));
  await expect(failing).rejects.toThrow("It failed.");
  expect(await waiting).toBe("done");
  expect(await other.run("key", note("second"))).toBe("done");
  expect(begun).toEqual(["waited", "second"]);
});

test("a process whose connection broke holds nothing, and works on", async () => {
  const [one, other] = [newProcess(), newProcess()];
  const { begun, work, end } = heldWorks();
  const first = one.run("key", work("first"));
  const { pool } = testApp.app.db;
  const held = async () =>
    (
      await pool.query(
        `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE l.locktype = 'advisory' AND l.classid = 7301121 AND d.datname = current_database()`,
      )
    ).rows;
  await expect.poll(async () => (await held()).length).toBe(1);
  await pool.query("SELECT pg_terminate_backend($1)", [(await held())[0].pid]);
  const note = (name: string) => async () => void begun.push(name);
  await expect.poll(() => other.run("key", note("second"))).toBe("done");
  await end("first");
  expect(await first).toBe("done");
  expect(await one.run("key", note("third"))).toBe("done");
  expect(begun).toEqual(["first", "second", "third"]);
});

test("a job that waits for another of its key counts as work of its store, and is tried again if its worker dies", async () => {
  const { db } = testApp.app;
  const shopId = 77n;
  const job = defineJob({
    name: "test-of-waiting",
    payload: z.object({ shopId: idText }),
    dedupeKey: () => "",
    isSerial: true,
  });
  const process = newProcess();
  const { begun, work, end } = heldWorks();
  const run = (name: string) =>
    runOnce({
      pgPool: db.pool,
      concurrency: 1,
      noHandleSignals: true,
      taskList: {
        [job.name]: async (_, { job: { key } }) => {
          await process.run(key ?? "", work(name));
        },
      },
    });
  await addJob(db.prisma, job, { shopId });
  const first = run("first");
  await expect.poll(() => begun).toEqual(["first"]);
  await addJob(db.prisma, job, { shopId });
  const second = run("second");
  const tried = async () =>
    (
      await db.pool.query(
        "SELECT attempts FROM graphile_worker.jobs WHERE key LIKE 'test-of-waiting/%' AND locked_at IS NOT NULL",
      )
    ).rows;
  await expect.poll(tried).toEqual([{ attempts: 1 }]);
  expect(await countRunnableJobs(db.prisma, shopId)).toBe(2);
  await end("first");
  await first;
  // The queue's run ends before it has taken the job out.
  await expect.poll(() => countRunnableJobs(db.prisma, shopId)).toBe(1);
  await end("second");
  await second;
  await expect.poll(() => countRunnableJobs(db.prisma, shopId)).toBe(0);
});

test("a job that still runs counts once another of its key is done, and so does one at its last attempt", async () => {
  const { db } = testApp.app;
  const shopId = 43n;
  const job = defineJob({
    name: "test-of-running",
    payload: z.object({ shopId: idText }),
    dedupeKey: () => "once",
  });
  const { begun, work, end } = heldWorks();
  const run = (name: string) =>
    runOnce({
      ...{ pgPool: db.pool, concurrency: 1, noHandleSignals: true },
      taskList: { [job.name]: work(name) },
    });
  await addJob(db.prisma, job, { shopId });
  const first = run("first");
  await expect.poll(() => begun).toEqual(["first"]);
  await addJob(db.prisma, job, { shopId });
  const second = run("second");
  await end("second");
  await second;
  expect(await countRunnableJobs(db.prisma, shopId)).toBeGreaterThan(0);
  await end("first");
  await first;
  await expect.poll(() => countRunnableJobs(db.prisma, shopId)).toBe(0);
  await addJob(db.prisma, job, { shopId });
  await db.pool.query(
    "UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1 WHERE key LIKE 'test-of-running/%'",
  );
  const last = run("last");
  await expect.poll(() => begun).toContain("last");
  expect(await countRunnableJobs(db.prisma, shopId)).toBe(1);
  await end("last");
  await last;
  await expect.poll(() => countRunnableJobs(db.prisma, shopId)).toBe(0);
});

test("locks asked for at the same time are taken one after another, without a warning of the driver", async () => {
  const own = new KeyLocks(testApp.app.db.pool);
  locks.push(own);
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const keys = Array.from({ length: 8 }, (_, at) => `key ${at}`);
  const taken = await Promise.all(keys.map((key) => own.tryLock(key)));
  expect(taken).toEqual(keys.map(() => true));
  await Promise.all(keys.map((key) => own.unlock(key)));
  // The runtime reports a warning in a later turn.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test("no store, customer or reward leaves a row with the queue that each search for a job would lock", async () => {
  const shop = await testApp.createShop({ seed: "goods" });
  await shop.createContract({ price: "15.00" });
  const { rows } = await testApp.app.db.pool.query(
    "SELECT count(*)::int AS count FROM graphile_worker._private_job_queues",
  );
  expect(rows).toEqual([{ count: 0 }]);
});
