import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { recountLoyaltyTask } from "#app/domain/loyalty/loyalty-tasks.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { lockLoyalty } from "#app/domain/loyalty/settle/lock-loyalty.ts";
import { recountLoyalty } from "#app/domain/loyalty/settle/recount-loyalty.ts";
import type { Queries } from "#app/lib/db.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { hear } from "#tests/support/loyalty-news.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { whileHeld } from "#tests/support/while-held.ts";

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  const { domain } = await testApp.app.db.prisma.shop.create({
    data: {
      ...{ domain: "recount.myshopify.com", name: "Recount", contactEmail: "a@example.com" },
      ...{ ianaTimezone: "Europe/Berlin", currency: "EUR", installedAt: new Date() },
    },
  });
  context = await testApp.openShop(domain);
});
afterAll(() => testApp.close());

/** An active rule that gives as many points as its goal. */
const makeRule = (goal_amount: number) =>
  createRule(context, {
    ...{ name: `Goal ${goal_amount}`, type: "goal_spend", status: "active" },
    ...{ settings: { goal_amount }, startDate: "2020-01-01" },
    reward: { reward_type: "points", points: goal_amount },
  });

/** The recount that waits, and no other. */
async function waitingRecount() {
  const waiting = await context.db.prisma.dueTask.findMany({
    where: { shopId: context.shop.id, kind: "recount-loyalty", doneAt: null },
  });
  expect(waiting).toHaveLength(1);
  return recountLoyaltyTask.payload.parse(waiting[0]?.payload);
}

async function pointsOf(customerId: bigint): Promise<bigint[]> {
  const rewards = await context.db.prisma.loyaltyReward.findMany({
    where: { shopId: context.shop.id, customerId },
    orderBy: { ruleId: "asc" },
  });
  return rewards.map(({ given }) => given);
}

test("rules that are made one after another have every customer counted once, by all of them", async () => {
  const [customer = 0n] = await createCustomers(context, 1);
  await hear(context, customer, { kind: "order", order: 5 });
  for (const goal of [10, 20, 30]) await makeRule(goal);
  const recount = await waitingRecount();
  expect(recount.afterId).toBe(0n);
  await recountLoyalty(context, recount);
  expect(await pointsOf(customer)).toEqual([10n, 20n, 30n]);
});

test("a recount stops when the program changes while it counts: the recount of that change counts everybody", async () => {
  const customers = await createCustomers(context, 120);
  const [first = 0n, last = 0n] = [customers[0], customers.at(-1)];
  for (const id of [first, last]) await hear(context, id, { kind: "order", order: 5 });
  expect(await pointsOf(last)).toEqual([]);
  await makeRule(40);
  const earlier = await waitingRecount();
  const { db, shop } = context;
  let running: Promise<void> | undefined;
  const held = (tx: Queries) => lockLoyalty(tx, shop.id, [first]);
  await whileHeld(db, held, async () => {
    running = recountLoyalty(context, earlier);
    const waits = () =>
      db.processPool.query(
        `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`,
      );
    await expect.poll(async () => (await waits()).rowCount).toBe(1);
    await makeRule(50);
  });
  await running;
  expect(await pointsOf(last)).toEqual([]);

  await recountLoyalty(context, await waitingRecount());
  for (const id of [first, last]) {
    expect(await pointsOf(id)).toEqual([10n, 20n, 30n, 40n, 50n]);
  }
});
