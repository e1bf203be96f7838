import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { dropTasks } from "#app/domain/schedule/drop-tasks.ts";
import { defineTask, scheduleTask } from "#app/domain/schedule/schedule-task.ts";
import type { Queries } from "#app/lib/db.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Tasks that a change makes needless are taken back with it, and no others.

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
beforeEach(async () => {
  context = (await bareStore(testApp))("2026-03-01T12:00:00Z");
});
afterAll(() => testApp.close());

const asking = defineTask({
  kind: "test-asking",
  payload: z.object({ subject: z.string() }),
  key: ({ subject }, dueAt) => `${subject}:${dueAt.getTime()}`,
});

const other = defineTask({ ...asking, kind: "test-other" });
type Task = typeof asking | typeof other;

const dueAt = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour));

const plan = (tx: Queries, subject: string, hour = 1, task: Task = asking) =>
  scheduleTask<string, typeof asking.payload>(context, tx, task, { subject }, dueAt(hour));

/** Open tasks of a kind: subject and hour. */
async function open(kind: string = asking.kind): Promise<string[]> {
  const rows = await context.db.prisma.dueTask.findMany({
    where: { shopId: context.shop.id, kind, doneAt: null },
  });
  return rows.map((row) => `${row.key.split(":")[0]} at ${row.dueAt.getUTCHours()}`).sort();
}

test("those of some subjects are taken back, and none of a subject that begins alike, of another kind or that is running", async () => {
  await context.db.transaction(async (tx) => {
    for (const subject of ["1", "12", "13", "2", "3", "0"]) await plan(tx, subject);
    await plan(tx, "1", 5);
    await plan(tx, "1", 1, other);
    await plan(tx, "3", 5);
  });
  await context.db.prisma.dueTask.updateMany({
    where: { shopId: context.shop.id, kind: asking.kind, key: `3:${dueAt(5).getTime()}` },
    data: { claimedBy: "a worker" },
  });
  await context.db.transaction(async (tx) => {
    for (const subject of ["3", "1", "1", "no such"]) await dropTasks(context, tx, asking, subject);
  });
  expect(await open()).toEqual(["0 at 1", "12 at 1", "13 at 1", "2 at 1", "3 at 5"]);
  expect(await open(other.kind)).toEqual(["1 at 1"]);
});

test("all of a kind are taken back at once", async () => {
  await context.db.transaction(async (tx) => {
    for (const subject of ["1", "12", "2"]) await plan(tx, subject);
    await plan(tx, "1", 1, other);
  });
  await context.db.transaction(async (tx) => {
    await dropTasks(context, tx, asking, "1");
    await dropTasks(context, tx, asking, null);
  });
  expect(await open()).toEqual([]);
  expect(await open(other.kind)).toEqual(["1 at 1"]);
});

test("what a transaction plans before it takes back is not planned, and what it plans afterwards is", async () => {
  await context.db.transaction((tx) => plan(tx, "1"));
  await context.db.transaction(async (tx) => {
    await plan(tx, "1", 2);
    await plan(tx, "2", 2);
    await dropTasks(context, tx, asking, "1");
    await plan(tx, "1");
    await plan(tx, "1", 3);
  });
  expect(await open()).toEqual(["1 at 1", "1 at 3", "2 at 2"]);
});
