import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Platform } from "#app/platform/platform.ts";
import { TOO_MUCH } from "#tests/support/contract-draft.ts";
import { countCalls } from "#tests/support/read-state.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Whoever asks for one thing while others ask for theirs shares a call with them, and is told the same as alone.

let testApp: TestApp;
let shop: TestShop;
let platform: Platform;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "small" });
  ({ platform } = await shop.context());
});

/** Reads each by itself, one after the other. */
async function alone<T>(read: (id: number) => Promise<T>, ids: readonly number[]): Promise<T[]> {
  const all: T[] = [];
  for (const id of ids) all.push(await read(id));
  return all;
}

async function calls(work: () => Promise<unknown>): Promise<number> {
  const before = await countCalls(shop);
  await work();
  return (await countCalls(shop)) - before;
}

/** Numbers of the platform's, of what our rows know. */
async function knownIds() {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id };
  const contracts = await db.prisma.subscription.findMany({ where, take: 6 });
  const orders = await db.prisma.order.findMany({ where, take: 6 });
  const customers = await db.prisma.customer.findMany({ where, take: 6 });
  const attempts = await db.prisma.billingAttempt.findMany({
    where: { ...where, platformAttemptId: { not: null } },
    take: 6,
  });
  return {
    contracts: contracts.map(({ platformContractId }) => Number(platformContractId)),
    orders: orders.map(({ platformOrderId }) => Number(platformOrderId)),
    customers: customers.map(({ platformCustomerId }) => Number(platformCustomerId)),
    attempts: attempts.map(({ platformAttemptId }) => Number(platformAttemptId)),
  };
}

test("contracts, orders, charges and customers are read in one call of each kind, each as it is read alone", async () => {
  const ids = await knownIds();
  const readers = [
    [platform.getContract, ids.contracts],
    [platform.getOrderFacts, ids.orders],
    [platform.getCustomer, ids.customers],
    [platform.getBillingAttempt, ids.attempts],
  ] as const;
  for (const [read, some] of readers) {
    expect(some.length).toBeGreaterThan(1);
    const [first = 0] = some;
    const expected = await alone<unknown>(read, [...some, first]);
    let together: unknown[] = [];
    const made = await calls(async () => {
      together = await Promise.all([...some, first].map((id) => read(id)));
    });
    expect(together).toEqual(expected);
    expect(made).toBe(1);
  }
});

test("one with more lines than a shared call asks for comes whole", async () => {
  const { cid } = await shop.createContract();
  const lines = [7502, 7504, 7501].map((variant_id, at) => ({ variant_id, quantity: at + 1 }));
  const { order_id } = await shop.act("orders", { cid, lines });
  await shop.quiet();
  const ids = [order_id, ...(await knownIds()).orders.slice(0, 1)];
  const expected = await alone(platform.getOrderFacts, ids);
  expect(expected[0]?.lines.length).toBeGreaterThan(2);
  expect(await Promise.all(ids.map((id) => platform.getOrderFacts(id)))).toEqual(expected);
});

test("what the platform's search does not know yet is read by its number, and what there is not is nothing", async () => {
  await shop.control("searches", { lag: true });
  const made = [await shop.createContract(), await shop.createContract()];
  const ids = [...made.map(({ contractId }) => contractId), 999_999_999];
  const expected = await alone(platform.getContract, ids);
  expect(expected.map((contract) => contract?.contractId ?? null)).toEqual([
    ...ids.slice(0, 2),
    null,
  ]);
  expect(await Promise.all(ids.map((id) => platform.getContract(id)))).toEqual(expected);
});

test("one that cannot be read fails for whoever asks for it, and for nobody else", async () => {
  const { body } = await shop.control("orders/plain", { email: "a@example.com", total: TOO_MUCH });
  await shop.quiet({ mayFail: true });
  const { orders } = await knownIds();
  const ids = [body.order_id, ...orders.filter((id) => id !== body.order_id)];
  const outcomes = await Promise.allSettled(ids.map((id) => platform.getOrderFacts(id)));
  expect(outcomes.map(({ status }) => status)).toEqual([
    "rejected",
    ...ids.slice(1).map(() => "fulfilled"),
  ]);
});

test("nothing is kept: whoever asks after a change is told of it", async () => {
  const { contracts } = await knownIds();
  await Promise.all(contracts.map((id) => platform.getContract(id)));
  const [first = 0] = contracts;
  await platform.pauseContract(first, "merchant");
  const again = await Promise.all(contracts.map((id) => platform.getContract(id)));
  expect(again.find((contract) => contract?.contractId === first)?.status).toBe("paused");
});
