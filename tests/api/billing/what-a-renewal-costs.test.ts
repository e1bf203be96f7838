import { expect, test } from "vitest";
import { type Cost, lowestOf } from "#tests/bench/cost/cost.ts";
import { withCostStore } from "#tests/bench/cost/cost-store.ts";
import { costOf, idleCost, settled, withoutIdle } from "#tests/bench/cost/read-cost.ts";
import { thingsOf } from "#tests/bench/cost/things.ts";

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

test("a renewal, an order, a credit update and a cancellation cost no more than they did, alone and together", {
  meta: { slow: "the app is started as in production, and each happens four times." },
}, async () => {
  const store = { atOnce: TOGETHER, asInProduction: false };
  const dearer = await withCostStore(store, async (bench) => {
    const measured = [];
    for (const { name, first, singles, many, atOnce } of thingsOf(bench)) {
      await settled(bench, first);
      const alone = [];
      for (const one of singles) alone.push(await costOf(bench, one));
      measured.push({ name, alone, limits: AT_MOST[name] ?? {}, many: 1 });
      const limits = AT_MOST_TOGETHER[name];
      if (!limits) continue;
      const together = [await costOf(bench, atOnce)];
      measured.push({ name: `${name} of ${many} at once`, alone: together, limits, many });
    }
    const idle = await idleCost(bench, IDLE_MS);
    return measured.flatMap(({ name, alone, limits, many }) => {
      const lowest = lowestOf(alone.map((one) => withoutIdle(one, idle, many)));
      return dearerThan(limits, lowest, name);
    });
  });
  expect(dearer).toEqual([]);
});

function dearerThan(most: Partial<Cost>, cost: Cost, name: string): string[] {
  const limits = Object.entries(most) as [keyof Cost, number][];
  return limits
    .filter(([what, limit]) => cost[what] > limit)
    .map(([what, limit]) => `${name}: ${cost[what]} ${what}, at most ${limit}`);
}
