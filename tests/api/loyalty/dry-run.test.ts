import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readDryRun } from "#app/domain/loyalty/dry-run/read-dry-run.ts";
import { runDryRun } from "#app/domain/loyalty/dry-run/run-dry-run.ts";
import { startDryRun } from "#app/domain/loyalty/dry-run/start-dry-run.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The stand-in's prices hold 19% tax: 119.00 is 100.00 net.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

const POINTS = { type: "points_for_purchases", settings: { points_per_dollar: 1 } };
const ACCOUNT = {
  ...{ type: "create_account", settings: {} },
  reward: { reward_type: "store_credit", credit_amount: 2 },
};

const inputOf = (rule: object) => ({
  ...{ name: "Dry run", status: "draft", startDate: "2020-01-01" },
  ...rule,
});

async function start(rule: object, key: string = crypto.randomUUID()): Promise<bigint> {
  return startDryRun(await shop.context(), { key, input: inputOf(rule) });
}

async function outcome(rule: object) {
  const id = await start(rule);
  await shop.quiet();
  return readDryRun(await shop.context(), id);
}

/** Customers who have made an account `daysAgo`, as facts alone. */
async function accounts(count: number, daysAgo: number) {
  const context = await shop.context();
  const ids = await createCustomers(context, count);
  const happenedAt = new Date(context.clock.now().getTime() - daysAgo * 86_400_000);
  await context.db.prisma.loyaltyFact.createMany({
    data: ids.map((customerId) => ({
      ...{ shopId: context.shop.id, customerId, kind: "account", key: "account", happenedAt },
    })),
  });
}

async function given() {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id };
  return {
    rewards: await db.prisma.loyaltyReward.count({ where }),
    entries: await db.prisma.creditEntry.count({ where }),
    progress: await db.prisma.loyaltyProgress.count({ where }),
    rules: await db.prisma.loyaltyRule.count({ where }),
  };
}

describe("a dry run", () => {
  test("comes to what the rule gives when it is on, and writes nothing before", async () => {
    const first = await loyalCustomer(shop);
    const second = await loyalCustomer(shop);
    await first.order("119.00");
    await first.order("59.50");
    await second.order("11.90");
    const rule = { ...POINTS, settings: { points_per_dollar: 1, include_renewals: false } };
    const before = await given();
    const run = await outcome(rule);
    expect(await given()).toEqual(before);
    expect(run).toMatchObject({
      isDone: true,
      month: { customers: 2, completions: 3, points: 160 },
      year: { customers: 2, completions: 3, points: 160 },
    });
    await makeRule(shop, rule);
    await shop.quiet();
    const points = [await first.points(), await second.points()];
    expect(points.reduce((sum, { pending }) => sum + pending, 0)).toBe(160);
  });

  test("goes page by page through all customers, and counts each once", async () => {
    await accounts(300, 3);
    await accounts(301, 100);
    const run = await outcome(ACCOUNT);
    expect(run).toMatchObject({
      isDone: true,
      month: { customers: 300, completions: 300, creditMinor: 60_000 },
      year: { customers: 601, completions: 601, creditMinor: 120_200 },
    });
    expect(run.seenCount).toBe(run.totalCount);
  });

  test("counts each customer once when two workers run it at the same time, or it was cut off", async () => {
    await accounts(601, 3);
    const context = await shop.context();
    const id = await start(ACCOUNT);
    await Promise.all([runDryRun(context, id), runDryRun(context, id), runDryRun(context, id)]);
    await runDryRun(context, id);
    await shop.quiet();
    const run = await readDryRun(context, id);
    expect(run.year.customers).toBe(601);
  });

  test("leaves out what is older than twelve months", async () => {
    await accounts(2, 10);
    await accounts(3, 400);
    expect((await outcome(ACCOUNT)).year.customers).toBe(2);
  });

  test("gives no more than the rule would to all customers together", async () => {
    await accounts(10, 100);
    await accounts(10, 3);
    expect(await outcome({ ...ACCOUNT, limits: { in_total: 12 } })).toMatchObject({
      month: { completions: 2, creditMinor: 400 },
      year: { completions: 12, creditMinor: 2_400 },
    });
  });

  test("is refused for a rule that could not be saved, with the field that is wrong", async () => {
    await expect(start({ ...POINTS, settings: { points_per_dollar: null } })).rejects.toMatchObject(
      { code: "invalid_input", fields: { points_per_dollar: ["Give a number."] } },
    );
  });

  test("that is asked for again with its key is the same, and another store's is not there", async () => {
    const key = crypto.randomUUID();
    const id = await start(ACCOUNT, key);
    expect(await start(ACCOUNT, key)).toBe(id);
    const stranger = await testApp.createShop();
    await expect(readDryRun(await stranger.context(), id)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("makes way for newer ones", async () => {
    const first = await start(ACCOUNT);
    for (let n = 0; n < 5; n += 1) await start(ACCOUNT);
    const context = await shop.context();
    await expect(readDryRun(context, first)).rejects.toMatchObject({ code: "not_found" });
    const kept = await context.db.prisma.loyaltyDryRun.count({
      where: { shopId: context.shop.id },
    });
    expect(kept).toBe(5);
  });
});
