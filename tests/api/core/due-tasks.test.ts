import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { runDueTasks } from "#app/domain/schedule/run-due-tasks.ts";
import { defineTask, runDueTasksJob, scheduleTask } from "#app/domain/schedule/schedule-task.ts";
import { importShopJob } from "#app/domain/shops/shop-jobs.ts";
import { addJob } from "#app/lib/queue.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// What falls due for a store is done side by side, in turns with what others wait for.

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  const { domain } = await testApp.app.db.prisma.shop.create({
    data: {
      domain: `${crypto.randomUUID()}.myshopify.com`,
      name: "Busy",
      contactEmail: "help@busy.example",
      ianaTimezone: "UTC",
      currency: "EUR",
      installedAt: new Date(),
    },
  });
  context = await testApp.openShop(domain);
});
afterAll(() => testApp.close());

const numbered = defineTask({
  kind: "test-numbered",
  payload: z.object({ number: z.number() }),
  key: ({ number }) => String(number),
});

async function schedule(numbers: number[], dueAt: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const number of numbers) await scheduleTask(context, tx, numbered, { number }, dueAt);
  });
}

const queued = (about: string) =>
  context.db.prisma.$queryRaw<{ key: string; priority: number }[]>`
    SELECT key, priority FROM graphile_worker.jobs WHERE key LIKE ${`${about}%`} ORDER BY priority, run_at, id`;

test("eight tasks of a store wait for the platform at the same time, and a failing one stops no other", async () => {
  await schedule([1, 2, 3, 4, 5, 6, 7, 8], context.clock.now());
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  const run = async (_: ShopContext, payload: unknown) => {
    waiting += 1;
    if (waiting === 8) all.resolve();
    await all.promise;
    if (numbered.payload.parse(payload).number === 3) throw new Error("3 is refused");
  };
  await runDueTasks(context, [{ kind: numbered.kind, run }], "a worker");
  const { db, shop } = context;
  const rows = await db.prisma.dueTask.findMany({
    where: { shopId: shop.id },
    orderBy: { id: "asc" },
  });
  expect(rows.map(({ doneAt }) => doneAt !== null)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => number !== 3),
  );
  expect(rows[2]).toMatchObject({ claimedBy: null, lastError: expect.any(String) });
});

test("a task that plans another one for now has it done in the same run", async () => {
  await schedule([101], context.clock.now());
  const done: number[] = [];
  const run = async (_: ShopContext, payload: unknown) => {
    const { number } = numbered.payload.parse(payload);
    done.push(number);
    if (number < 104) await schedule([number + 1], context.clock.now());
  };
  await runDueTasks(context, [{ kind: numbered.kind, run }], "a worker");
  expect(done).toEqual([101, 102, 103, 104]);
});

test("tasks that fall due within one minute share one job", async () => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000;
  for (const second of [1, 20, 59])
    await schedule([200 + second], new Date(minute + second * 1000));
  const about = `run-due-tasks/${context.shop.id}/minute`;
  expect(await queued(about)).toEqual([{ key: `${about} ${minute / 60_000 + 1}`, priority: 10 }]);
});

test("what somebody waits for goes before a store's due tasks", async () => {
  const shopId = context.shop.id;
  await addJob(context.db.prisma, runDueTasksJob, { shopId, about: "sweep" });
  await addJob(context.db.prisma, importShopJob, { shopId });
  const order = (await queued("")).map(({ key }) => key.split("/")[0]);
  expect(order.indexOf("import-shop")).toBe(0);
});
