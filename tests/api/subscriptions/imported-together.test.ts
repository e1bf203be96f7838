import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { storeContract, storeImportedContracts } from "#app/domain/subscriptions/store-contract.ts";
import { runWorker } from "#app/jobs/run-worker.ts";
import { clockAt } from "#app/lib/clock.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { countTransactions } from "#tests/support/count-transactions.ts";
import { forgetContracts } from "#tests/support/forget-contracts.ts";
import { listContracts } from "#tests/support/list-contracts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;
let contracts: readonly PlatformContract[];

beforeAll(async () => {
  // Without a worker afterwards: what it does at the next minute would be among what is written.
  testApp = await startTestApp({ worker: false });
  const stopWorker = await runWorker(testApp.app, 4, []);
  const shop = await testApp.createShop({ seed: "small" });
  await shop.quiet();
  await stopWorker();
  // At one instant, which rows say.
  context = { ...(await shop.context()), clock: clockAt(new Date()) };
  contracts = await listContracts(context);
});
afterAll(() => testApp.close());
beforeEach(() => forgetContracts(context));

/** All that is written of contracts, without what counts up. */
async function written() {
  const { prisma } = context.db;
  const where = { shopId: context.shop.id };
  const subscriptions = await prisma.subscription.findMany({
    where,
    omit: { id: true },
    orderBy: { platformContractId: "asc" },
  });
  const members = await prisma.member.findMany({
    where,
    omit: { id: true, subscriptionId: true },
    orderBy: { customerId: "asc" },
  });
  const totals = await prisma.listTotal.findMany({
    where,
    orderBy: [{ list: "asc" }, { planId: "asc" }, { status: "asc" }, { kind: "asc" }],
  });
  const tasks = await prisma.dueTask.groupBy({ by: ["kind"], where, _count: true });
  const events = await prisma.event.groupBy({ by: ["kind"], where, _count: true });
  const byKind = (one: { kind: string }, other: { kind: string }) =>
    one.kind < other.kind ? -1 : 1;
  return {
    ...{ subscriptions, members, totals },
    ...{ tasks: tasks.toSorted(byKind), events: events.toSorted(byKind) },
  };
}

/** None of them is news. */
const later = () => new Date(Date.now() + 60_000);

test("contracts that an import reads become what each becomes by itself, in one transaction", async () => {
  expect(new Set(contracts.map(({ status }) => status)).size).toBeGreaterThan(2);
  for (const contract of contracts) {
    await storeContract(context, contract, { rowBefore: null, importBeganAt: later() });
  }
  const alone = await written();
  expect(alone.subscriptions).toHaveLength(contracts.length);

  await forgetContracts(context);
  const { context: counting, counts } = countTransactions(context);
  await storeImportedContracts(counting, contracts, later());
  expect(await written()).toEqual(alone);
  expect(counts.transactions).toBe(1);
});

test("an import that runs again changes nothing and tells nothing", async () => {
  await storeImportedContracts(context, contracts, later());
  const once = await written();
  await storeImportedContracts(context, contracts.toReversed(), later());
  expect(await written()).toEqual(once);
});

test("two imports and the news of each contract at once store each contract once", async () => {
  await Promise.all([
    storeImportedContracts(context, contracts, later()),
    storeImportedContracts(context, contracts.toReversed(), later()),
    ...contracts.map((contract) =>
      storeContract(context, contract, { rowBefore: null, importBeganAt: later() }),
    ),
  ]);
  const atOnce = await written();
  await forgetContracts(context);
  await storeImportedContracts(context, contracts, later());
  expect(atOnce).toEqual(await written());
});
