import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { bindGathering, bindStage } from "#app/jobs/bind-gathering.ts";
import { CLOCK_JOBS } from "#app/jobs/clock-jobs.ts";
import { runGathered } from "#app/jobs/run-gathered.ts";
import { idText } from "#app/lib/id-text.ts";
import { addJob, addJobs, defineJob, requestJob } from "#app/lib/queue.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const WORK = "test-of-gathering";
const greetJob = defineJob({
  name: "test-greet",
  payload: z.object({ shopId: idText, person: z.string(), words: z.string() }),
  dedupeKey: ({ person }) => person,
  together: WORK,
});

const openJob = defineJob({
  name: "test-open",
  payload: z.object({ shopId: idText, door: z.string() }),
  dedupeKey: ({ door }) => door,
  together: WORK,
});

let testApp: TestApp;
let context: ShopContext;
/** What was said, each line at once. */
let said: string[][];
/** What happens while some are greeted. */
let meanwhile: () => Promise<void>;
let deaf: Set<string>;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  context = (await bareStore(testApp))("2026-03-01T00:00:00Z");
  said = [];
  meanwhile = async () => {};
  deaf = new Set();
});

const gathering = bindGathering(WORK, 3, [
  bindStage([openJob], async (_context, payloadsOf) => {
    said.push(payloadsOf(openJob).map(({ door }) => `open ${door}`));
  }),
  bindStage([greetJob], async (_context, payloadsOf) => {
    const greeted = payloadsOf(greetJob);
    if (greeted.some(({ person }) => deaf.has(person))) throw new Error("She does not hear it.");
    said.push(greeted.map(({ person, words }) => `${person}: ${words}`).sort());
    await meanwhile();
  }),
]);

const request = (person: string, words: string) =>
  requestJob(greetJob, { shopId: context.shop.id, person, words });
const ask = (person: string, words: string) =>
  addJob(context.db.prisma, greetJob, { shopId: context.shop.id, person, words });
const greet = () => runGathered(testApp.app, gathering, context.shop.id);

const waiting = () =>
  context.db.prisma.gatheredJob.findMany({
    where: { shopId: context.shop.id },
    orderBy: { key: "asc" },
  });

/** When the store's job of the queue looks, in seconds from now; null when there is none. */
async function looksIn(): Promise<number | null> {
  const { rows } = await context.db.pool.query<{ seconds: number }>(
    `SELECT round(extract(epoch FROM run_at - now()))::int AS seconds FROM graphile_worker.jobs WHERE key = $1`,
    [`${WORK}/${context.shop.id}/all`],
  );
  return rows[0]?.seconds ?? null;
}

const removeLooks = () =>
  context.db.pool.query("SELECT graphile_worker.remove_job($1)", [
    `${WORK}/${context.shop.id}/all`,
  ]);

test("all that wait are done, some at a time, by one job of the queue for each store", async () => {
  const people = ["a", "b", "c", "d", "e"];
  await context.db.transaction((tx) =>
    addJobs(
      tx,
      people.map((person) => request(person, "hi")),
    ),
  );
  expect(await looksIn()).toBe(0);
  await greet();
  expect(said.map(({ length }) => length)).toEqual([3, 2]);
  expect(said.flat().sort()).toEqual(people.map((person) => `${person}: hi`));
  expect(await waiting()).toEqual([]);
});

test("of two with one key the newer one is done, once", async () => {
  await ask("a", "hello");
  await ask("a", "goodbye");
  await greet();
  expect(said).toEqual([["a: goodbye"]]);
});

test("what is asked for once more while it is being done is done after it", async () => {
  await ask("a", "hello");
  let isAsked = false;
  meanwhile = async () => {
    if (!isAsked) await ask("a", "and once more");
    isAsked = true;
  };
  await greet();
  expect(said).toEqual([["a: hello"], ["a: and once more"]]);
  expect(await waiting()).toEqual([]);
});

test("what belongs to an earlier stage comes first, also when it is asked for last and meanwhile", async () => {
  const open = (door: string) =>
    addJob(context.db.prisma, openJob, { shopId: context.shop.id, door });
  for (const person of ["a", "b", "c", "d"]) await ask(person, "hi");
  await open("1");
  let isAsked = false;
  meanwhile = async () => {
    if (!isAsked) await open("2");
    isAsked = true;
  };
  await greet();
  expect(said.map(([first]) => first)).toEqual(["open 1", "a: hi", "open 2", "d: hi"]);
});

test("one that fails keeps back no other, and waits for its next attempt, longer each time, until somebody asks again", async () => {
  deaf.add("b");
  for (const person of ["a", "b", "c"]) await ask(person, "hi");
  await greet();
  expect(said).toEqual([["a: hi"], ["c: hi"]]);
  expect(await waiting()).toMatchObject([{ attempts: 1, lastError: "She does not hear it." }]);
  expect(await looksIn()).toBe(3);
  const { prisma } = context.db;
  const where = { shopId: context.shop.id };
  await prisma.gatheredJob.updateMany({ where, data: { attempts: 23, dueAt: new Date(0) } });
  await greet();
  expect(await waiting()).toMatchObject([{ attempts: 24 }]);
  expect(await looksIn()).toBe(22026);
  await prisma.gatheredJob.updateMany({ where, data: { dueAt: new Date(0) } });
  await removeLooks();
  await greet();
  expect(await waiting()).toMatchObject([{ attempts: 25 }]);
  expect(await looksIn()).toBeNull();
  deaf.clear();
  await ask("b", "once more");
  await greet();
  expect(said.at(-1)).toEqual(["b: once more"]);
});

test("what the platform or the database makes fail waits as it is, and its job of the queue is tried again", async () => {
  await ask("a", "hi");
  const away = Object.assign(new Error("gone"), { code: "ECONNRESET" });
  meanwhile = () => Promise.reject(away);
  await expect(greet()).rejects.toBe(away);
  expect(await waiting()).toMatchObject([{ attempts: 0, version: 1 }]);
});

test("what has lost its job is found by the sweep, a minute after it was due", async () => {
  await ask("a", "hi");
  await removeLooks();
  const sweep = CLOCK_JOBS.find(({ name }) => name === "sweep-due-tasks");
  await sweep?.run(testApp.app);
  expect(await looksIn()).toBeNull();
  const where = { shopId: context.shop.id };
  const data = { dueAt: new Date(Date.now() - 61_000) };
  await context.db.prisma.gatheredJob.updateMany({ where, data });
  await sweep?.run(testApp.app);
  expect(await looksIn()).toBe(0);
});
