import { describe, expect, test } from "vitest";
import type { PointsTold } from "#app/platform/shopify/admin-answer.ts";
import { StorePoints } from "#app/platform/shopify/store-points.ts";
import { fc } from "#tests/support/property.ts";
import { VirtualTime } from "#tests/support/virtual-time.ts";

const patienceMs = 1e9;

/** A bucket as the platform describes it, at a time that the test sets. */
function platformBucket(time: VirtualTime, most: number, restoreRate: number) {
  let [available, at] = [most, 0];
  return {
    /** @returns what the answer says; null when it is refused. */
    spend(points: number): PointsTold | null {
      available = Math.min(most, available + ((time.now() - at) / 1000) * restoreRate);
      at = time.now();
      if (available < Math.min(points, most)) return null;
      available -= points;
      return { requested: points, available: Math.floor(available), most, restoreRate };
    },
  };
}

interface Call {
  atMs: number;
  points: number;
  /** From us to the platform, and back. */
  thereMs: number;
  backMs: number;
}

const calls = fc.array(
  fc.record({
    atMs: fc.nat(5_000),
    points: fc.integer({ min: 1, max: 120 }),
    thereMs: fc.integer({ min: 1, max: 1_000 }),
    backMs: fc.integer({ min: 1, max: 2_000 }),
  }),
  { minLength: 1, maxLength: 80 },
);

/** Makes the calls. They and their answers overtake each other on their way. */
async function make(all: readonly Call[], { most = 400, minimumLevel = 0 } = {}) {
  const time = new VirtualTime();
  const restoreRate = most / 20;
  const bucket = platformBucket(time, most, restoreRate);
  const points = new StorePoints(time, minimumLevel);
  const served: { call: Call; askedAtMs: number; sentAtMs: number }[] = [];
  let refused = 0;
  const ended = [...all].map(async (call) => {
    await time.wait(call.atMs);
    const askedAtMs = time.now();
    const taken = await points.take({ points: call.points, patienceMs, isFirst: false });
    served.push({ call, askedAtMs, sentAtMs: time.now() });
    await time.wait(call.thereMs);
    const told = bucket.spend(call.points);
    if (told === null) refused += 1;
    await time.wait(call.backMs);
    points.ended(taken, told);
  });
  await time.run();
  await Promise.all(ended);
  return { served, refused, restoreRate };
}

describe("the line for a store's points", () => {
  test("of calls of one process, however they and their answers overtake each other, the platform refuses none after the first answer", async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (all) => {
        const first = { atMs: 0, points: 1, thereMs: 1, backMs: 1 };
        const later = all.map((call) => ({ ...call, atMs: call.atMs + 10 }));
        const { served, refused } = await make([first, ...later]);
        expect(served).toHaveLength(later.length + 1);
        expect(refused).toBe(0);
      }),
    );
  });

  test("those who come first are served first", async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (all) => {
        const { served } = await make(all);
        const asked = served.map(({ askedAtMs }) => askedAtMs);
        expect(asked).toEqual(asked.toSorted((a, b) => a - b));
      }),
    );
  });

  test("all that the platform allows is used", async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.constantFrom(0, 0.3), async (all, minimumLevel) => {
        const atOnce = [
          { atMs: 0, points: 1, thereMs: 1, backMs: 1 },
          ...all.map((call) => ({ ...call, atMs: 10 })),
        ];
        const most = 400;
        const { served, restoreRate } = await make(atOnce, { most, minimumLevel });
        const used = atOnce.reduce((sum, { points }) => sum + points, 0);
        const last = Math.max(...served.map(({ sentAtMs }) => sentAtMs));
        const allowed = Math.max(0, used - most * (1 - minimumLevel)) / restoreRate;
        // A call counts twice until its answer is here: as one under way, and in what earlier answers say. Answers age on their way.
        const slowest = Math.max(...all.map(({ thereMs, backMs }) => thereMs + backMs));
        expect(last).toBeLessThanOrEqual(allowed * 1000 + 2 * slowest + 1_000);
      }),
    );
  });

  test("a call whose turn has come is the next, though others came before and need more", async () => {
    const time = new VirtualTime();
    const points = new StorePoints(time, 0);
    const first = await points.take({ points: 1, patienceMs, isFirst: false });
    points.ended(first, { requested: 1, available: 0, most: 400, restoreRate: 20 });
    const order: string[] = [];
    const stand = async (name: string, wish: { points: number; isFirst: boolean }) => {
      await points.take({ ...wish, patienceMs });
      order.push(`${name} at ${Math.round(time.now() / 100) / 10} s`);
    };
    const all = [
      stand("large", { points: 200, isFirst: false }),
      stand("its turn", { points: 20, isFirst: true }),
    ];
    await time.run();
    await Promise.all(all);
    expect(order).toEqual(["its turn at 1 s", "large at 11 s"]);
  });

  test("a process that makes small calls all the time does not starve another's large one at the same level", async () => {
    const time = new VirtualTime();
    const bucket = platformBucket(time, 400, 20);
    const small = new StorePoints(time, 0.3);
    const large = new StorePoints(time, 0.3);
    const call = async (process: StorePoints, points: number) => {
      const taken = await process.take({ points, patienceMs, isFirst: false });
      const sentAtMs = time.now();
      const told = bucket.spend(points);
      await time.wait(50);
      process.ended(taken, told);
      return { isServed: told !== null, sentAtMs };
    };
    await Promise.all([call(small, 1), call(large, 1), time.run()]);
    const endAtMs = 120_000;
    const busy = Array.from({ length: 10 }, async () => {
      while (time.now() < endAtMs) await call(small, 10);
    });
    const others = time.wait(30_000).then(async () => {
      for (;;) {
        const { isServed, sentAtMs } = await call(large, 100);
        if (isServed) return sentAtMs;
      }
    });
    await time.run();
    await Promise.all(busy);
    expect(await others).toBeLessThan(60_000);
  });

  test("a turn takes no points", async () => {
    const time = new VirtualTime();
    const points = new StorePoints(time, 0);
    const first = await points.take({ points: 1, patienceMs, isFirst: false });
    points.ended(first, { requested: 1, available: 100, most: 400, restoreRate: 20 });
    await points.turn({ points: 100, patienceMs, isFirst: false });
    expect(points.msUntil(100)).toBe(0);
  });

  test("a call that is dearer than the whole bucket waits until that is full", async () => {
    const { served, refused } = await make(
      [
        { atMs: 0, points: 100, thereMs: 1, backMs: 1 },
        { atMs: 10, points: 900, thereMs: 1, backMs: 1 },
      ],
      { most: 400 },
    );
    expect(refused).toBe(0);
    expect(served[1]?.sentAtMs).toBeLessThan(5_100);
  });

  test("who waits longer than its patience is told so, and those behind it go on", async () => {
    const time = new VirtualTime();
    const points = new StorePoints(time, 0);
    const first = await points.take({ points: 1, patienceMs, isFirst: false });
    points.ended(first, { requested: 1, available: 0, most: 400, restoreRate: 20 });
    const impatient = points
      .take({ points: 200, patienceMs: 5_000, isFirst: false })
      .catch((error) => ({ error, at: time.now() }));
    const behind = points.take({ points: 20, patienceMs, isFirst: false }).then(() => time.now());
    await time.run();
    expect(await impatient).toMatchObject({
      at: 5_000,
      error: { kind: "unavailable", platformCode: "THROTTLED" },
    });
    expect(await behind).toBe(5_000);
  });
});
