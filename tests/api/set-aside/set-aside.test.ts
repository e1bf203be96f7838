import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { refreshCustomerOrSetAside } from "#app/domain/customers/store-customer.ts";
import { importShop } from "#app/domain/installation/import-shop.ts";
import { refreshOrderOrSetAside } from "#app/domain/orders/store-order.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { refreshContractOrSetAside } from "#app/domain/subscriptions/store-contract.ts";
import { readWaitingRetries } from "#app/lib/queue.ts";
import type { Platform } from "#app/platform/platform.ts";
import { PlatformFailure } from "#app/platform/platform-failure.ts";
import { Unreadable } from "#app/platform/platform-unreadable.ts";
import { setLinePrice, TOO_MUCH } from "#tests/support/contract-draft.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// One order, customer or subscription that this app cannot bring in is named, and holds up nothing else.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
});

async function placeOrder(total: string): Promise<number> {
  const { status, body } = await shop.control("orders/plain", { email: "a@example.com", total });
  expect(status).toBe(200);
  return body.order_id;
}

async function storedOrders(): Promise<number[]> {
  const { db, shop: row } = await shop.context();
  const rows = await db.prisma.order.findMany({
    where: { shopId: row.id },
    orderBy: { id: "asc" },
  });
  return rows.map(({ platformOrderId }) => Number(platformOrderId));
}

async function setAsideNow(): Promise<string[]> {
  const items = await listAttention(await shop.context());
  return items.flatMap((item) =>
    item.kind === "set_aside" ? [`${item.thing.kind} ${item.thing.key}`] : [],
  );
}

/** The same store on a platform that shows the order as if it had cost less. */
async function withReadable(orderId: number, readableId: number): Promise<ShopContext> {
  const context = await shop.context();
  const { platform } = context;
  const facts = await platform.getOrderFacts(readableId);
  return {
    ...context,
    platform: {
      ...platform,
      getOrderFacts: async (id) =>
        id === orderId && facts ? { ...facts, orderId } : platform.getOrderFacts(id),
    },
  };
}

describe("an order that cannot be stored", () => {
  test("is named in the worklist, tried again by itself, and gone from there once it is stored", async () => {
    const orderId = await placeOrder(TOO_MUCH);
    const readableId = await placeOrder("12.50");
    await shop.quiet({ mayFail: true });
    expect(await storedOrders()).toContain(readableId);
    expect(await storedOrders()).not.toContain(orderId);
    expect(await setAsideNow()).toEqual([`order ${orderId}`]);
    expect(await listAttention(await shop.context())).toMatchObject([
      { thing: { error: expect.stringContaining("is more money than can be counted") } },
    ]);
    const { db, shop: row } = await shop.context();
    expect(await readWaitingRetries(db.prisma, row.id)).toMatchObject([{ name: "refresh-order" }]);
    await refreshOrderOrSetAside(await withReadable(orderId, readableId), orderId);
    expect(await storedOrders()).toContain(orderId);
    expect(await setAsideNow()).toEqual([]);
  });

  test("keeps the daily comparison from nothing that is behind it", async () => {
    await shop.control("webhooks", { lose: true });
    const orderId = await placeOrder(TOO_MUCH);
    const behind = await placeOrder("12.50");
    const { cid } = (await shop.control("customers", { email: "behind@example.com" })).body;
    await shop.control("webhooks", { lose: false });
    await reconcileShop(await shop.context());
    expect(await storedOrders()).toContain(behind);
    expect(await setAsideNow()).toEqual([`order ${orderId}`]);
    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id };
    expect(
      await db.prisma.customer.count({ where: { ...where, platformCustomerId: BigInt(cid) } }),
    ).toBe(1);
    expect(await db.prisma.reconciliation.count({ where })).toBe(1);
  });

  test("is brought in by the next comparison although nobody has changed it", async () => {
    const orderId = await placeOrder(TOO_MUCH);
    const readableId = await placeOrder("12.50");
    await shop.quiet({ mayFail: true });
    await reconcileShop(await shop.context());
    await reconcileShop(await withReadable(orderId, readableId));
    expect(await storedOrders()).toContain(orderId);
    expect(await setAsideNow()).toEqual([]);
    expect((await shop.context()).shop.hasSetAside).toBe(false);
  });
});

describe("a paid order whose contract cannot be stored", () => {
  const readOrders = async (orderId: number) => {
    const { db, shop: row } = await shop.context();
    return db.prisma.order.findMany({
      where: { shopId: row.id, platformOrderId: BigInt(orderId) },
      select: { totalMinor: true, subscriptions: { select: { subscriptionId: true } } },
    });
  };

  test.each(["webhook", "daily comparison"])(
    "is stored by the %s, exported, and linked to the contract once that is stored",
    async (way) => {
      await shop.control("webhooks", { lose: true });
      const { body } = await shop.control("contracts", { price: "15.00" });
      await setLinePrice(shop, body.contract_id, TOO_MUCH);
      await shop.control("webhooks", { lose: false });
      if (way === "webhook") await refreshOrderOrSetAside(await shop.context(), body.order_id);
      else await reconcileShop(await shop.context());
      await shop.quiet({ mayFail: true });
      expect(await readOrders(body.order_id)).toEqual([
        { totalMinor: 1500n, subscriptions: [{ subscriptionId: null }] },
      ]);
      expect(await setAsideNow()).toContain(`order ${body.order_id}`);
      const exported = await shop.proxy("/data/orders", { key: shop.key });
      expect(JSON.stringify(exported.body.data)).toContain(`/Order/${body.order_id}"`);
      await setLinePrice(shop, body.contract_id, "15.00");
      await shop.quiet({ mayFail: true });
      await reconcileShop(await shop.context());
      await shop.quiet();
      expect(await readOrders(body.order_id)).toEqual([
        { totalMinor: 1500n, subscriptions: [{ subscriptionId: expect.any(BigInt) }] },
      ]);
      expect(await setAsideNow()).toEqual([]);
    },
  );
});

test("a step of the comparison that is refused keeps the others from nothing, and the comparison is made again", async () => {
  await shop.control("webhooks", { lose: true });
  const orderId = await placeOrder("12.50");
  const context = await shop.context();
  const denied = new PlatformFailure("refused", "not allowed", "ACCESS_DENIED");
  const platform = {
    ...context.platform,
    listChanges: async (...[kind, ...rest]: Parameters<Platform["listChanges"]>) => {
      if (kind === "customers") throw denied;
      return context.platform.listChanges(kind, ...rest);
    },
  };
  await expect(reconcileShop({ ...context, platform })).rejects.toBe(denied);
  expect(await storedOrders()).toContain(orderId);
  expect(await setAsideNow()).toEqual([]);
  const where = { shopId: context.shop.id };
  expect(await context.db.prisma.reconciliation.count({ where })).toBe(0);
});

test("a customer and a subscription that cannot be stored are named by their numbers alone", async () => {
  const { cid, contractId } = await shop.createContract({ price: "15.00" });
  await shop.quiet();
  const context = await shop.context();
  const { platform } = context;
  const spoiled: ShopContext = {
    ...context,
    platform: {
      ...platform,
      getCustomer: async (id) => {
        const customer = await platform.getCustomer(id);
        return customer && { ...customer, updatedAt: new Date("never") };
      },
      getContract: async (id) => {
        const contract = await platform.getContract(id);
        return contract && { ...contract, updatedAt: new Date("never") };
      },
    },
  };
  await refreshCustomerOrSetAside(spoiled, cid);
  await refreshContractOrSetAside(spoiled, contractId);
  expect(new Set(await setAsideNow())).toEqual(
    new Set([`customer ${cid}`, `contract ${contractId}`]),
  );
});

test("what fails because the platform does not answer is no fault of the order, and fails as before", async () => {
  const context = await shop.context();
  const away = new PlatformFailure("unavailable", "no answer");
  const platform = {
    ...context.platform,
    getOrderFacts: async () => {
      throw away;
    },
  };
  await expect(refreshOrderOrSetAside({ ...context, platform }, 1)).rejects.toBe(away);
  expect(await setAsideNow()).toEqual([]);
});

test("an installation goes past plans, customers, subscriptions and past charges that cannot be brought in", async () => {
  const { cid, contractId } = await shop.createContract({ price: "15.00" });
  await shop.quiet();
  const context = await shop.context();
  const { platform } = context;
  const never = new Date("never");
  const id = 800_000_000_001;
  const spoiled = Object.assign(Object.create(platform) as Platform, {
    listPlanGroups: async () => {
      const groups = await platform.listPlanGroups();
      const [first] = groups;
      return first ? [{ ...first, groupId: id, name: "A\u0000", plans: [] }, ...groups] : groups;
    },
    listCustomers: async (cursor) => {
      const page = await platform.listCustomers(cursor);
      const [first] = page.items;
      const broken = first ? [{ ...first, customerId: id, updatedAt: never }] : [];
      return { ...page, items: [...broken, ...page.items] };
    },
    listContracts: async (cursor) => {
      const page = await platform.listContracts(cursor);
      const broken = new Unreadable({ id: String(id) }, new Error("Too much money"));
      return { ...page, items: [broken, ...page.items] };
    },
  } satisfies Partial<Platform>);
  const { prisma } = context.db;
  const where = { shopId: context.shop.id };
  await prisma.shop.update({ where: { id: context.shop.id }, data: { importedAt: null } });
  await importShop({ ...context, platform: spoiled });
  expect(new Set(await setAsideNow())).toEqual(
    new Set([`plan_group ${id}`, `customer ${id}`, `contract ${id}`]),
  );
  const { importedAt } = await prisma.shop.findUniqueOrThrow({ where: { id: context.shop.id } });
  expect(importedAt).not.toBeNull();
  const known = { ...where, platformContractId: BigInt(contractId) };
  expect(await prisma.subscription.count({ where: known })).toBe(1);
  expect(
    await prisma.customer.count({ where: { ...where, platformCustomerId: BigInt(cid) } }),
  ).toBe(1);
});
