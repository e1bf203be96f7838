import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashApiKey } from "#app/domain/api-keys/api-key-format.ts";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { dayStartSql, leaseCalls } from "#app/domain/rate-limits/lease-calls.ts";
import { PLAN_LIMITS } from "#app/domain/rate-limits/plan-limits.ts";
import { notifyAccessChange } from "#app/domain/shops/access-change.ts";
import type { Shop, ShopPlan } from "#app/domain/shops/shop.ts";
import { createKeyedStore, type KeyProcess, openKeyProcess } from "#tests/support/key-process.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { withinOneMinute } from "#tests/support/within-one-minute.ts";

let database: TestDatabase;
let one: KeyProcess;
let two: KeyProcess;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  [one, two] = await Promise.all([openKeyProcess(database.url), openKeyProcess(database.url)]);
});
afterEach(() => Promise.all([one.close(), two.close()]));
afterAll(() => database.drop());

type Store = Awaited<ReturnType<typeof createKeyedStore>>;

/** Works on a fresh store within one minute of the clock. */
function onFreshStore<T>(plan: ShopPlan, work: (store: Store) => Promise<T>): Promise<T> {
  return withinOneMinute(() => createKeyedStore(one, { plan }), work);
}

/** Makes `calls` calls through the process, `callers` at a time. Returns how many were allowed. */
async function load(process: KeyProcess, secret: string, calls: number, callers = 64) {
  let made = 0;
  let letIn = 0;
  const caller = async () => {
    while (made < calls) {
      made += 1;
      if (await process.call(secret)) letIn += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return letIn;
}

/**
 * Calls through the process until none is allowed for half a second. Returns how many were. A moment in which nothing ran
 * counts little: what would have come in it has not been heard yet.
 */
async function loadUntilRefused(process: KeyProcess, secret: string): Promise<number> {
  let letIn = 0;
  let refusedMs = 0;
  for (let last = performance.now(); refusedMs < 500; ) {
    const isLetIn = await process.call(secret);
    await turn();
    const now = performance.now();
    refusedMs = isLetIn ? 0 : refusedMs + Math.min(now - last, 10);
    letIn += isLetIn ? 1 : 0;
    last = now;
  }
  return letIn;
}

async function readUsed(shop: Shop): Promise<Record<string, number>> {
  const rows = await one.db.prisma.rateLimitWindow.findMany({ where: { shopId: shop.id } });
  return Object.fromEntries(rows.map(({ windowKind, used }) => [windowKind, Number(used)]));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe("limits across processes", () => {
  test.each([
    ["starter", 60],
    ["growth", 120],
    ["enterprise", 300],
  ] as const)(
    "the %s plan lets in %i calls a minute, however two processes share them",
    async (plan, limit) => {
      const letIn = await onFreshStore(plan, ({ secret }) =>
        Promise.all([load(one, secret, 1_000), load(two, secret, 1_000)]),
      );
      expect(sum(letIn)).toBe(limit);
    },
  );

  test("what one process has leased and not used is there for the other", async () => {
    const letIn = await onFreshStore("enterprise", async ({ secret }) => [
      await load(two, secret, 90),
      await loadUntilRefused(one, secret),
    ]);
    expect(letIn[0]).toBe(90);
    expect(sum(letIn)).toBe(300);
  });

  test("a process that asks one by one may use all of a minute", async () => {
    const letIn = await onFreshStore("starter", ({ secret }) => load(one, secret, 70, 1));
    expect(letIn).toBe(60);
  });

  test("a process that is killed costs at most the block it had leased, and lets nobody in twice", async () => {
    const { granted, letIn } = await onFreshStore("enterprise", async ({ secret }) => {
      const hash = hashApiKey(secret).toString("hex");
      const requests = [{ hash, calls: 1, minuteBlock: 1_000, dayBlock: 0 }];
      const { counted } = await leaseCalls(one.db.pool, requests, PLAN_LIMITS);
      const killed = counted.get(hash)?.minute.granted ?? 0;
      return { granted: killed, letIn: await loadUntilRefused(two, secret) };
    });
    expect(granted).toBe(1 + Math.floor(299 / 8));
    expect(letIn).toBe(300 - granted);
  });

  test("a block is at most 1/8 of what is left, and nothing below 64", async () => {
    const grants = await onFreshStore("enterprise", async ({ secret }) => {
      const hash = hashApiKey(secret).toString("hex");
      const requests = [{ hash, calls: 1, minuteBlock: 1_000, dayBlock: 1_000 }];
      const seen: { left: number; block: number }[] = [];
      for (let granted = 1; granted > 0; ) {
        const { counted } = await leaseCalls(one.db.pool, requests, PLAN_LIMITS);
        const minute = counted.get(hash)?.minute;
        granted = minute?.granted ?? 0;
        const left = (minute?.limit ?? 0) - (minute?.used ?? 0) + granted - 1;
        if (granted > 0) seen.push({ left, block: granted - 1 });
      }
      return seen;
    });
    expect(sum(grants.map(({ block }) => block + 1))).toBe(300);
    for (const { left, block } of grants) expect(block).toBe(left < 64 ? 0 : Math.floor(left / 8));
  });

  test("calls of several keys of a store count together, and a grant counts once", async () => {
    const letIn = await onFreshStore("growth", async (store) => {
      const { secret } = store;
      const another = await createSecondKey(store);
      return Promise.all([
        load(one, secret, 300),
        load(one, another, 300),
        load(two, another, 300),
      ]);
    });
    expect(sum(letIn)).toBe(120);
  });

  test("remaining never promises more than is left, and counts down by one in one process", async () => {
    const remaining = await onFreshStore("growth", async ({ secret }) => {
      const seen: number[] = [];
      for (let call = 0; call < 120; call += 1) {
        const counted = await one.authenticator.authenticateAndCount(secret, "core");
        seen.push(counted?.limit.remaining ?? -1);
      }
      return seen;
    });
    expect(remaining).toEqual(Array.from({ length: 120 }, (_, at) => 119 - at));
  });
});

describe("what counts", () => {
  test("calls that the minute refuses count for the day, and none that was leased and not made", async () => {
    const { shop } = await onFreshStore("starter", async (store) => {
      await Promise.all([load(one, store.secret, 500), load(two, store.secret, 500)]);
      return store;
    });
    await Promise.all([one.close(), two.close()]);
    [one, two] = await Promise.all([openKeyProcess(database.url), openKeyProcess(database.url)]);
    expect(await readUsed(shop)).toEqual({ minute: 60, day: 1_000 });
  });

  test("two processes let in exactly what the day has left, refused calls included", async () => {
    const { letIn, shop } = await onFreshStore("starter", async (store) => {
      await one.call(store.secret);
      await one.db.pool.query(
        "UPDATE rate_limit_windows SET used = 9950 WHERE shop_id = $1 AND window_kind = 'day'",
        [store.shop.id],
      );
      const counts = await Promise.all([
        load(one, store.secret, 300),
        load(two, store.secret, 300),
      ]);
      return { letIn: counts, shop: store.shop };
    });
    expect(sum(letIn)).toBe(50);
    expect((await readUsed(shop)).day).toBe(10_000);
  });

  test("the enterprise plan has no day to count", async () => {
    const { secret, shop } = await createKeyedStore(one, { plan: "enterprise" });
    await one.call(secret);
    expect(await readUsed(shop)).toEqual({ minute: 1 });
  });

  test("a changed plan applies to the minute that is under way, upwards and downwards", async () => {
    await onFreshStore("starter", async ({ shop, secret }) => {
      const change = (plan: ShopPlan) =>
        two.db.transaction(async (tx) => {
          await tx.shop.update({ where: { id: shop.id }, data: { plan } });
          await notifyAccessChange(tx, shop.id);
        });
      expect(await load(one, secret, 80)).toBe(60);
      await change("growth");
      expect(await loadUntilRefused(one, secret)).toBe(60);
      await change("enterprise");
      expect(await load(two, secret, 10)).toBe(10);
      await change("starter");
      // At most what was leased before the news came.
      expect(await loadUntilRefused(two, secret)).toBeLessThan(
        PLAN_LIMITS.enterprise.perMinute / 8,
      );
    });
  });
});

describe("the windows' turns", () => {
  const dayOf = async (instant: string, zone: string) => {
    const local = "date_trunc('day', $1::timestamptz AT TIME ZONE $2)";
    const { rows } = await one.db.pool.query<{ start: Date; ends: Date }>(
      `SELECT ${dayStartSql(local, "$2")} AS start,
              ${dayStartSql(`(${local} + interval '1 day')`, "$2")} AS ends`,
      [instant, zone],
    );
    return [rows[0]?.start.toISOString(), rows[0]?.ends.toISOString()];
  };

  test.each([
    ["−11", "2026-11-21T10:59:59Z", "Pacific/Pago_Pago", "2026-11-20T11:00", "2026-11-21T11:00"],
    ["−11", "2026-11-21T11:00:00Z", "Pacific/Pago_Pago", "2026-11-21T11:00", "2026-11-22T11:00"],
    ["+14", "2026-11-21T09:59:59Z", "Pacific/Kiritimati", "2026-11-20T10:00", "2026-11-21T10:00"],
    ["+14", "2026-11-21T10:00:00Z", "Pacific/Kiritimati", "2026-11-21T10:00", "2026-11-22T10:00"],
    [
      "of 23 hours",
      "2026-03-29T12:00:00Z",
      "Europe/Berlin",
      "2026-03-28T23:00",
      "2026-03-29T22:00",
    ],
    [
      "of 25 hours",
      "2026-10-25T12:00:00Z",
      "Europe/Berlin",
      "2026-10-24T22:00",
      "2026-10-25T23:00",
    ],
    // Midnight does not exist: the clocks go from 00:00 to 01:00.
    [
      "without midnight",
      "2026-04-24T12:00:00Z",
      "Africa/Cairo",
      "2026-04-23T22:00",
      "2026-04-24T21:00",
    ],
    // Midnight comes twice: at 01:00 the clocks go back to 00:00.
    [
      "with two midnights",
      "2026-10-25T00:30:00Z",
      "Atlantic/Azores",
      "2026-10-25T00:00",
      "2026-10-26T01:00",
    ],
    [
      "before two midnights",
      "2026-10-24T12:00:00Z",
      "Atlantic/Azores",
      "2026-10-24T00:00",
      "2026-10-25T00:00",
    ],
  ])("a day %s (at %s in %s)", async (_, instant, zone, start, ends) => {
    expect(await dayOf(instant, zone)).toEqual([`${start}:00.000Z`, `${ends}:00.000Z`]);
  });

  test("a lease is not spent in another window than its own", async () => {
    const { secret, shop } = await createKeyedStore(one, { plan: "growth" });
    const hash = hashApiKey(secret).toString("hex");
    const requests = [{ hash, calls: 1, minuteBlock: 10, dayBlock: 10 }];
    const { counted, serverMs } = await leaseCalls(one.db.pool, requests, PLAN_LIMITS);
    const found = counted.get(hash);
    expect(found?.minute.endsAt).toBe(Math.ceil((serverMs + 1) / 60_000) * 60_000);
    expect(found?.minute.startsAt).toBe((found?.minute.endsAt ?? 0) - 60_000);
    expect((await readUsed(shop)).minute).toBe(11);
  });
});

async function createSecondKey({ shop }: Store): Promise<string> {
  return (await createApiKey(one.context(shop), { name: "Second" })).secret;
}
