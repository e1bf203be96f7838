import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  publishCustomer,
  publishCustomers,
} from "#app/domain/cancel-flow/publish-for-storefront.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let customers: { id: bigint; cid: number }[];

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "small" });
  await shop.quiet();
  context = await shop.context();
  const rows = await context.db.prisma.customer.findMany({
    where: { shopId: context.shop.id },
    orderBy: { id: "asc" },
  });
  customers = rows.map((row) => ({ id: row.id, cid: Number(row.platformCustomerId) }));
});
afterAll(() => testApp.close());

const published = () =>
  Promise.all(customers.map(({ cid }) => readPublished(shop, cid, "customer_subscription1")));

beforeEach(async () => {
  for (const { cid } of customers) {
    await context.platform.publishCustomerData(cid, "customer_subscription1", null);
  }
});

/** The store's context, and what it asked of the platform. */
function watched(before: () => Promise<void> = async () => {}) {
  const { platform } = context;
  const calls: string[] = [];
  const watching: ShopContext["platform"] = {
    ...platform,
    publishCustomerData: (...args) => {
      calls.push("one");
      return platform.publishCustomerData(...args);
    },
    publishCustomersData: async (items) => {
      calls.push(`${items.length} together`);
      await before();
      return platform.publishCustomersData(items);
    },
  };
  return { context: { ...context, platform: watching }, calls };
}

test("an import shows each customer what publishing them alone shows, customers without contracts nothing", async () => {
  for (const { id } of customers) await publishCustomer(context, id);
  const alone = await published();
  const withContracts = alone.filter((value) => value !== null).length;
  expect(withContracts).toBeGreaterThan(5);
  expect(withContracts).toBeLessThan(customers.length);

  for (const { cid } of customers) {
    await context.platform.publishCustomerData(cid, "customer_subscription1", null);
  }
  const { context: watching, calls } = watched();
  await publishCustomers(
    watching,
    customers.slice(0, 25).map(({ id }) => id),
  );
  expect(await published()).toEqual(alone);
  expect(calls).toEqual([`${withContracts} together`]);
});

test("a customer whose contract changes while many are published is shown as they are then", async () => {
  const { prisma } = context.db;
  const row = await prisma.subscription.findFirstOrThrow({
    where: { shopId: context.shop.id, status: "active", customerId: { not: null } },
    include: { customer: true },
  });
  const rename = (planName: string) =>
    prisma.subscription.update({
      where: { shopId_id: { shopId: row.shopId, id: row.id } },
      data: { planName },
    });
  const { context: watching } = watched(async () => {
    await rename("Renamed meanwhile");
    await publishCustomer(context, row.customer?.id ?? 0n);
  });
  await publishCustomers(
    watching,
    customers.slice(0, 25).map(({ id }) => id),
  );
  await shop.quiet();
  const cid = Number(row.customer?.platformCustomerId);
  const shown = await readPublished(shop, cid, "customer_subscription1");
  expect(JSON.stringify(shown)).toContain("Renamed meanwhile");
  await rename(row.planName);
});
