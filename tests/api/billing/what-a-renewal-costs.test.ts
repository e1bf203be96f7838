import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cost, lowestOf } from "#tests/bench/cost/cost.ts";
import { startCostStore } from "#tests/bench/cost/cost-store.ts";
import { costOf, idleCost, settled, withoutIdle } from "#tests/bench/cost/read-cost.ts";
import { type Thing, thingsOf } from "#tests/bench/cost/things.ts";

/** Long enough for the worker to look for jobs some times. */
const IDLE_MS = 5_000;

/** What one of each costs that happens alone, with some room for what else a process does. Lower a figure when it costs less. */
const AT_MOST: Readonly<Record<string, Partial<Cost>>> = {
  "paid renewal": { statements: 410, transactions: 23, jobs: 13, calls: 13, points: 210 },
  "failed renewal": { statements: 220, transactions: 12, jobs: 10, calls: 7, points: 70 },
  "order webhook": { statements: 185, transactions: 9, jobs: 7, calls: 4, points: 100 },
  "credit update": { statements: 75, transactions: 5, jobs: 6, calls: 2, points: 15 },
  cancellation: { statements: 350, transactions: 14, jobs: 12, calls: 9, points: 150 },
};

/** How many renewals are due at once. */
const TOGETHER = 30;

/** What each of those costs at most: what is asked for together is read, written and told together. */
const AT_MOST_TOGETHER: Readonly<Record<string, Partial<Cost>>> = {
  "paid renewal": { statements: 75, transactions: 6, jobs: 2, calls: 6, points: 95 },
  "failed renewal": { statements: 50, transactions: 4, jobs: 1, calls: 4, points: 40 },
};

let store: Awaited<ReturnType<typeof startCostStore>>;
let things: Thing[];
let idle: Cost;

beforeAll(async () => {
  store = await startCostStore({ atOnce: TOGETHER, asInProduction: false });
  things = thingsOf(store.bench);
  idle = await idleCost(store.bench, IDLE_MS);
});
afterAll(() => store?.close());

// In the order in which they can happen: a contract is renewed before it is canceled.
test.each(Object.keys(AT_MOST))(
  "one %s costs no more than it did, alone and among many",
  {
    meta: { slow: "It happens four times, and the renewals thirty times more." },
  },
  async (name) => {
    const thing = things.find((one) => one.name === name);
    if (!thing) throw new Error(`Nothing has the name ${name}.`);
    await settled(store.bench, thing.first);
    const alone = [];
    for (const one of thing.singles) alone.push(withoutIdle(await costOf(store.bench, one), idle));
    const dearer = dearerThan(AT_MOST[name], lowestOf(alone));
    if (name in AT_MOST_TOGETHER) {
      const many = withoutIdle(await costOf(store.bench, thing.atOnce), idle, thing.many);
      dearer.push(...dearerThan(AT_MOST_TOGETHER[name], many));
    }
    expect(dearer).toEqual([]);
  },
);

function dearerThan(most: Partial<Cost> = {}, cost: Cost): string[] {
  const limits = Object.entries(most) as [keyof Cost, number][];
  return limits
    .filter(([what, limit]) => cost[what] > limit)
    .map(([what, limit]) => `${cost[what]} ${what}, at most ${limit}`);
}
