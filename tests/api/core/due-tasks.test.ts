import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { pruneDoneRows } from "#app/domain/schedule/prune-done-rows.ts";
import { runDueTasks } from "#app/domain/schedule/run-due-tasks.ts";
import { defineTask, scheduleTask, scheduleTasks } from "#app/domain/schedule/schedule-task.ts";
import { clockAt } from "#app/lib/clock.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";
import { waitUntil } from "#tests/support/wait-until.ts";

// What falls due for a store is done side by side, and what is done does not stay for ever.

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  const { domain } = await testApp.app.db.prisma.shop.create({
    data: {
      domain: `test-${uniqueNumber()}.myshopify.com`,
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
  context.db.prisma.$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.jobs WHERE key LIKE ${`${about}%`} ORDER BY run_at, id`;

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

test("tasks that are planned together have one run for all that are overdue, one a minute, and their own within the next minute", async () => {
  const now = Date.now();
  const later = Math.ceil(now / 60_000) * 60_000 + 600_000;
  const dates = [
    ...[now + 50_000, now - 600_000, now + 40_000, now - 60_000],
    ...[later + 50_000, later + 1_000, later + 61_000],
  ];
  const requests = dates.map((at, place) => ({
    payload: { number: 900 + place },
    dueAt: new Date(at),
  }));
  const { db, shop } = context;
  const plan = () => db.transaction((tx) => scheduleTasks(context, tx, numbered, requests));
  const prefix = `run-due-tasks/${shop.id}/`;
  const before = new Set((await queued(prefix)).map(({ key }) => key));
  const added = async () => (await queued(prefix)).filter(({ key }) => !before.has(key));
  await plan();
  const minute = later / 60_000;
  const expected = [
    ...["test-numbered:901", "test-numbered:902", "test-numbered:900"],
    ...[`minute ${minute + 1}`, `minute ${minute + 2}`],
  ].map((about) => ({ key: `${prefix}${about}` }));
  expect(await added()).toEqual(expected);
  await plan();
  expect(await added()).toEqual(expected);
  const where = {
    shopId: shop.id,
    key: { in: requests.map(({ payload }) => `${payload.number}`) },
  };
  expect(await db.prisma.dueTask.count({ where })).toBe(requests.length);
  await db.prisma.dueTask.deleteMany({ where });
  for (const { key } of expected) {
    await db.prisma.$queryRaw`SELECT id FROM graphile_worker.remove_job(${key})`;
  }
});

test("a task that failed is tried again once the store's clock has passed a pause that grows, whatever the machine's says", async () => {
  const start = context.clock.now();
  await schedule([51], start);
  const at = (minutes: number) => ({
    ...context,
    clock: clockAt(new Date(start.getTime() + minutes * 60_000)),
  });
  let tries = 0;
  const run = async (_: ShopContext, payload: unknown) => {
    if (numbered.payload.parse(payload).number !== 51) return;
    tries += 1;
    if (tries < 3) throw new Error("The platform does not answer");
  };
  const tasks = [{ kind: numbered.kind, run }];
  const triesAfter = async (minutes: number) => {
    await runDueTasks(at(minutes), tasks, "a worker");
    return tries;
  };
  expect(await triesAfter(0)).toBe(1);
  expect(await triesAfter(0.99)).toBe(1);
  expect(await triesAfter(1)).toBe(2);
  // The machine's clock stands long before the second pause ends.
  expect(await triesAfter(2.99)).toBe(2);
  expect(await triesAfter(3)).toBe(3);
  expect(await triesAfter(100)).toBe(3);
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

/** The same store, whose every statement of a kind goes through `around`. */
function withStatements(
  kind: "$queryRaw" | "$executeRaw",
  around: (text: string, run: () => Promise<unknown>) => Promise<unknown>,
): ShopContext {
  const { prisma } = context.db;
  const statement = (parts: TemplateStringsArray, ...values: unknown[]) =>
    around(parts.join("?"), () => Reflect.apply(prisma[kind], prisma, [parts, ...values]));
  const changed = Object.create(prisma, { [kind]: { value: statement } });
  return { ...context, db: Object.create(context.db, { prisma: { value: changed } }) };
}

test("a task that has ended can be planned again right away, also while others that were claimed with it go on", async () => {
  await schedule([201, 202], context.clock.now());
  const slow = Promise.withResolvers<void>();
  const run = async (_: ShopContext, payload: unknown) => {
    if (numbered.payload.parse(payload).number === 202) await slow.promise;
  };
  const all = runDueTasks(context, [{ kind: numbered.kind, run }], "a worker");
  await waitUntil(async () => (await openOf([201])).length === 0);
  await schedule([201], context.clock.now());
  expect(await openOf([201, 202])).toEqual([
    { key: "202", claimedBy: "a worker" },
    { key: "201", claimedBy: null },
  ]);
  slow.resolve();
  await all;
  expect(await openOf([201, 202])).toEqual([]);
});

test("tasks that end while others are looked for are done", async () => {
  const numbers = Array.from({ length: 24 }, (_, at) => 301 + at);
  await schedule(numbers, context.clock.now());
  const late = Promise.withResolvers<void>();
  const run = async (_: ShopContext, payload: unknown) => {
    if (numbered.payload.parse(payload).number > 312) await late.promise;
  };
  let looks = 0;
  const given = withStatements("$queryRaw", async (text, look) => {
    const found = await look();
    if (!text.includes("UPDATE due_tasks")) return found;
    looks += 1;
    if (looks > 1) {
      late.resolve();
      await waitUntil(async () => (await openOf(numbers)).length === 0);
    }
    return found;
  });
  await runDueTasks(given, [{ kind: numbered.kind, run }], "a worker");
  expect(looks).toBeGreaterThan(1);
});

test("tasks whose end could not be noted are tried again, and not left behind as running", async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => 401 + at);
  const start = context.clock.now();
  await schedule(numbers, start);
  let failures = 0;
  const given = withStatements("$executeRaw", async (text, note) => {
    if (text.includes("SET done_at") && failures < 2) {
      failures += 1;
      throw new Error("The connection was lost.");
    }
    return note();
  });
  const tasks = [{ kind: numbered.kind, run: async () => {} }];
  await runDueTasks(given, tasks, "a worker");
  const left = await openOf(numbers);
  expect(left.length).toBeGreaterThan(1);
  expect(left.filter(({ claimedBy }) => claimedBy !== null)).toEqual([]);
  const clock = clockAt(new Date(start.getTime() + 2 * 60_000));
  await runDueTasks({ ...context, clock }, tasks, "a worker");
  expect(await openOf(numbers)).toEqual([]);
});

function openOf(numbers: readonly number[]) {
  const key = { in: numbers.map(String) };
  const where = { shopId: context.shop.id, kind: numbered.kind, key, doneAt: null };
  return context.db.prisma.dueTask.findMany({
    where,
    orderBy: { id: "asc" },
    select: { key: true, claimedBy: true },
  });
}

test("tasks that fall due within one minute share one job", async () => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000;
  for (const second of [1, 20, 59])
    await schedule([200 + second], new Date(minute + second * 1000));
  const about = `run-due-tasks/${context.shop.id}/minute`;
  expect(await queued(about)).toEqual([{ key: `${about} ${minute / 60_000 + 1}` }]);
});

test("what was done over a month ago by the store's clock is removed, and nothing else", async () => {
  const { db, shop } = context;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const ofShop = { where: { shopId: shop.id } };
  await db.prisma.dueTask.deleteMany(ofShop);
  const task = (key: string, doneAt: Date | null) => ({
    shopId: shop.id,
    kind: "test-old",
    key,
    payload: {},
    dueAt: daysAgo(50),
    doneAt,
  });
  await db.prisma.dueTask.createMany({
    data: [task("old", daysAgo(32)), task("young", daysAgo(30)), task("open", null)],
  });
  const receipt = (webhookId: string, receivedAt: Date) => ({
    ...{ shopId: shop.id, topic: "customers/update" },
    ...{ webhookId, receivedAt },
  });
  await db.prisma.webhookReceipt.createMany({
    data: [receipt("old", daysAgo(32)), receipt("young", daysAgo(30))],
  });
  const customer = await db.prisma.customer.create({
    data: { shopId: shop.id, platformCustomerId: 1n },
  });
  const { id: subscriptionId } = await db.prisma.subscription.create({
    data: {
      ...{
        shopId: shop.id,
        platformContractId: 1n,
        customerId: customer.id,
        kind: "product",
        planName: "Tea",
      },
      ...{ status: "active", platformStatus: "active", priceMinor: 1000n, currency: "EUR" },
      ...{ intervalUnit: "month", intervalCount: 1, platformCreatedAt: daysAgo(60) },
      ...{ platformUpdatedAt: daysAgo(60) },
    },
  });
  for (const [sourceKey, finishedAt] of [
    ["old", daysAgo(32)],
    ["young", daysAgo(30)],
    ["open", null],
  ] as const) {
    await db.prisma.bulkAction.create({
      data: {
        ...{ shopId: shop.id, kind: "resume", sourceKey, rowCount: 1, actorKind: "system" },
        ...{ createdAt: daysAgo(60), finishedAt },
        rows: { create: [{ subscriptionId }] },
      },
    });
  }
  await pruneDoneRows(testApp.app);
  const keys = (await db.prisma.dueTask.findMany(ofShop)).map(({ key }) => key);
  expect(keys.sort()).toEqual(["open", "young"]);
  const received = await db.prisma.webhookReceipt.findMany(ofShop);
  expect(received.map(({ webhookId }) => webhookId)).toEqual(["young"]);
  const actions = await db.prisma.bulkAction.findMany({ ...ofShop, include: { rows: true } });
  expect(actions.map(({ sourceKey, rows }) => `${sourceKey} ${rows.length}`).sort()).toEqual([
    "open 1",
    "young 1",
  ]);
});
