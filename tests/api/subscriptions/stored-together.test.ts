import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { storeContract } from "#app/domain/subscriptions/store-contract.ts";
import { runWorker } from "#app/jobs/run-worker.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { countTransactions } from "#tests/support/count-transactions.ts";
import { forgetContracts } from "#tests/support/forget-contracts.ts";
import { listContracts } from "#tests/support/list-contracts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Contracts that are read at about the same time, for whatever reason, are stored in one transaction.

let testApp: TestApp;
let context: ShopContext;
let contracts: readonly PlatformContract[];

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  const stopWorker = await runWorker(testApp.app, 4, []);
  const shop = await testApp.createShop({ seed: "small" });
  await shop.quiet();
  await stopWorker();
  context = await shop.context();
  contracts = (await listContracts(context)).slice(0, 12);
});
afterAll(() => testApp.close());
beforeEach(() => forgetContracts(context));

/** The rows' last writers, by contract. */
async function writers(): Promise<Record<string, string>> {
  const { rows } = await context.db.pool.query<{ id: string; xmin: string }>(
    "SELECT platform_contract_id AS id, xmin::text FROM subscriptions WHERE shop_id = $1",
    [String(context.shop.id)],
  );
  return Object.fromEntries(rows.map(({ id, xmin }) => [id, xmin]));
}

const rowBefore = null;
const storeAll = (some: readonly PlatformContract[], at = context) =>
  Promise.all(some.map((contract) => storeContract(at, contract, { rowBefore })));

test("contracts that are stored at about the same time share a transaction, and each asker is told its own", async () => {
  expect(contracts.length).toBeGreaterThan(5);
  const { context: counting, counts } = countTransactions(context);
  const rows = await storeAll(contracts, counting);
  expect(rows.map(({ platformContractId }) => Number(platformContractId))).toEqual(
    contracts.map(({ contractId }) => contractId),
  );
  expect(counts.transactions).toBe(1);
});

test("one that cannot be stored fails for whoever asked for it, and keeps no other back", async () => {
  const [first, second, ...others] = contracts as [PlatformContract, PlatformContract];
  const broken = { ...second, priceMinor: 0.5 };
  const outcomes = await Promise.allSettled(
    [first, broken, ...others].map((contract) => storeContract(context, contract, { rowBefore })),
  );
  const failed = outcomes.flatMap(({ status }, at) => (status === "rejected" ? [at] : []));
  expect(failed).toEqual([1]);
  expect(Object.keys(await writers())).toHaveLength(contracts.length - 1);
});

test("a contract that says nothing new leaves its row as it is, also beside one that does", async () => {
  await storeAll(contracts);
  const before = await writers();
  const [first, ...others] = contracts as [PlatformContract];
  const renamed = first.lines.map((line) => ({ ...line, sellingPlanName: "Another name" }));
  const updatedAt = new Date(first.updatedAt.getTime() + 1000);
  const [row] = await storeAll([{ ...first, lines: renamed, updatedAt }, ...others]);
  expect(row?.planName).toBe("Another name");
  const changed = Object.entries(await writers()).filter(([id, xmin]) => before[id] !== xmin);
  expect(changed.map(([id]) => Number(id))).toEqual([first.contractId]);
});
