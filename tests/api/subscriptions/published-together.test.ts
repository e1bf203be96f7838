import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contractsCopy } from "#app/domain/cancel-flow/contracts-copy.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { publishToCustomers } from "#app/domain/customers/publish-to-customers.ts";
import { storeImportedContracts } from "#app/domain/subscriptions/store-contract.ts";
import { publishCustomerJob } from "#app/domain/subscriptions/subscription-jobs.ts";
import { runWorker } from "#app/jobs/run-worker.ts";
import { KeyLocks } from "#app/lib/key-locks.ts";
import { addJobs, requestJob } from "#app/lib/queue.ts";
import { forgetContracts } from "#tests/support/forget-contracts.ts";
import { listContracts } from "#tests/support/list-contracts.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const KEY = "customer_subscription1";

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let customers: { id: bigint; cid: number }[];
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  await startWorker();
  shop = await testApp.createShop({ seed: "small" });
  await shop.quiet();
  context = await shop.context();
  const rows = await context.db.prisma.customer.findMany({
    where: { shopId: context.shop.id },
    orderBy: { id: "asc" },
  });
  customers = rows.map((row) => ({ id: row.id, cid: Number(row.platformCustomerId) }));
});
afterAll(async () => {
  await stopWorker();
  await testApp.close();
});
beforeEach(hideAll);

async function startWorker(): Promise<void> {
  stopWorker = await runWorker(testApp.app, 4, []);
}

async function hideAll(): Promise<void> {
  for (const { cid } of customers) await context.platform.publishCustomerData(cid, KEY, null);
}

const shown = () => Promise.all(customers.map(({ cid }) => readPublished(shop, cid, KEY)));

/** The store's context, and how many customers each call of the platform shows. */
function watched() {
  const { platform } = context;
  const calls: number[] = [];
  const watching: ShopContext["platform"] = {
    ...platform,
    publishCustomerData: (...args) => {
      calls.push(1);
      return platform.publishCustomerData(...args);
    },
    publishCustomersData: (items) => {
      calls.push(items.length);
      return platform.publishCustomersData(items);
    },
  };
  return { watching: { ...context, platform: watching }, calls };
}

const publishContracts = (to: ShopContext, customerIds: readonly bigint[]) =>
  publishToCustomers(to, [{ copy: contractsCopy, customerIds }]);

/** In one transaction. */
const requestAll = (ids: readonly bigint[]) =>
  context.db.transaction((tx) =>
    addJobs(
      tx,
      ids.map((customerId) =>
        requestJob(publishCustomerJob, { shopId: context.shop.id, customerId }),
      ),
    ),
  );

/** Some who have contracts, and what each is shown. */
async function subscribers(count: number) {
  await publishContracts(
    context,
    customers.map(({ id }) => id),
  );
  const all = await shown();
  const some = customers
    .map((customer, at) => ({ ...customer, value: all[at] }))
    .filter(({ value }) => value !== null)
    .slice(0, count);
  await hideAll();
  return some;
}

async function waitingJobs(): Promise<string[]> {
  const { rows } = await context.db.pool.query<{ name: string }>(
    `SELECT task_identifier AS name FROM graphile_worker.jobs
     WHERE split_part(key, '/', 2) = $1 AND key LIKE 'publish-customer%' ORDER BY 1`,
    [String(context.shop.id)],
  );
  return rows.map(({ name }) => name);
}

/** How many customers wait together, and how often the worst of them was tried. */
async function gathered() {
  const { rows } = await context.db.pool.query<{ count: number; attempts: number | null }>(
    "SELECT count(*)::int AS count, max(attempts) AS attempts FROM gathered_jobs WHERE shop_id = $1",
    [String(context.shop.id)],
  );
  return rows[0];
}

test("customers who are shown together see what each alone is shown, and who has no contract sees nothing", async () => {
  for (const { id } of customers) await publishContracts(context, [id]);
  const alone = await shown();
  const withContracts = alone.filter((value) => value !== null).length;
  expect(withContracts).toBeGreaterThan(5);
  expect(withContracts).toBeLessThan(customers.length);

  await hideAll();
  const [ended] = customers.filter((_, at) => alone[at] === null);
  await context.platform.publishCustomerData(ended?.cid ?? 0, KEY, { scid: 1, contracts: [] });
  const { watching, calls } = watched();
  const ids = customers.slice(0, 25).map(({ id }) => id);
  await publishContracts(watching, ids);
  expect(await shown()).toEqual(alone);
  expect(calls).toEqual([ids.length]);
});

test("an import has its customers shown together, by one job of the queue", async () => {
  const before = await subscribers(customers.length);
  const contracts = await listContracts(context);
  await stopWorker();
  await forgetContracts(context);
  await storeImportedContracts(context, contracts, new Date(Date.now() + 60_000));
  expect(await waitingJobs()).toEqual(["publish-customers"]);
  expect((await gathered())?.count).toBe(before.length);
  await startWorker();
  await shop.quiet();
  const owners = await Promise.all(before.map(({ cid }) => readPublished(shop, cid, KEY)));
  expect(owners.every((value) => value !== null)).toBe(true);
  expect(await gathered()).toEqual({ count: 0, attempts: null });
});

test("customers whom another process shows are left to it, and those who come meanwhile are shown after it", async () => {
  const some = await subscribers(3);
  const locks = new KeyLocks(context.db.pool);
  const key = `publish-customers/${context.shop.id}/all`;
  expect(await locks.tryLock(key)).toBe(true);
  await requestAll(some.map(({ id }) => id));
  await expect.poll(async () => (await gathered())?.count).toBe(3);
  for (const { cid } of some) expect(await readPublished(shop, cid, KEY)).toBeNull();
  await locks.close();
  for (const { cid, value } of some) {
    await expect.poll(() => readPublished(shop, cid, KEY)).toEqual(value);
  }
});

test("a customer who cannot be shown keeps back none of those who were to be shown with them", async () => {
  const some = await subscribers(3);
  const [broken, ...others] = some;
  const { prisma } = context.db;
  const where = { shopId: context.shop.id, customerId: broken?.id ?? 0n };
  const rows = await prisma.subscription.findMany({ where });
  await prisma.subscription.updateMany({ where, data: { kind: "product", lines: "no lines" } });
  await requestAll(some.map(({ id }) => id));
  await shop.quiet({ mayFail: true });
  for (const { cid, value } of others) expect(await readPublished(shop, cid, KEY)).toEqual(value);
  expect(await readPublished(shop, broken?.cid ?? 0, KEY)).toBeNull();
  const { count, attempts } = (await gathered()) ?? {};
  expect(count).toBe(1);
  expect(attempts).toBeGreaterThan(0);
  for (const { id, kind, lines } of rows) {
    await prisma.subscription.update({
      where: { shopId_id: { shopId: context.shop.id, id } },
      data: { kind, lines: lines ?? [] },
    });
  }
  await shop.quiet();
  expect(await readPublished(shop, broken?.cid ?? 0, KEY)).toEqual(broken?.value);
  expect(await gathered()).toEqual({ count: 0, attempts: null });
});
