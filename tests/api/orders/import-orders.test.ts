import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { importOrders } from "#app/domain/orders/import-orders.ts";
import { openPastImport } from "#app/domain/past-imports/open-past-import.ts";
import { importOrdersJob } from "#app/domain/past-imports/past-import-jobs.ts";
import { readPastImports } from "#app/domain/past-imports/read-past-imports.ts";
import type { Platform } from "#app/platform/platform.ts";
import { Unreadable } from "#app/platform/platform-unreadable.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Orders from before the installation come over by one run of the platform.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

/** Null once all orders are here. */
async function progressOf(context: ShopContext) {
  const open = await readPastImports(context);
  const orders = open.find(({ subject }) => subject === "orders");
  return orders ? { found: orders.found, stored: orders.stored } : null;
}

async function counts() {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id };
  return {
    orders: await db.prisma.order.count({ where }),
    events: await db.prisma.event.count({ where: { ...where, kind: { startsWith: "order." } } }),
  };
}

/** Orders that no webhook has told of. */
async function ordersWithoutWebhooks(count: number) {
  for (let placed = 0; placed < count; placed += 1) await placeUnnoticed("10.00");
}

async function placeUnnoticed(total: string): Promise<void> {
  await shop.control("webhooks", { lose: true });
  const order = { email: "guest@example.com", total };
  expect((await shop.control("orders/plain", order)).status).toBe(200);
}

/** A new import whose first step is done; the test takes the others itself. */
async function begin(): Promise<void> {
  const context = await shop.context();
  const { id: shopId } = context.shop;
  await openPastImport(context, context.db.prisma, "orders");
  await shop.control("bulk-operations", { hold: true });
  await importOrders(context);
  // While the run is held: the worker at a step of its own would plan another one.
  await expect.poll(() => removeJob(shopId)).toBe(0);
  await shop.control("bulk-operations", { hold: false });
  await ended();
}

/** Takes the import's job from the queue, unless the worker is at it. @returns how many there are. */
async function removeJob(shopId: bigint): Promise<number> {
  const { prisma } = (await shop.context()).db;
  const key = `${importOrdersJob.name}/${shopId}/import`;
  await prisma.$executeRaw`
    SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key = ${key} AND locked_at IS NULL`;
  const [row] = await prisma.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM graphile_worker.jobs WHERE key = ${key}`;
  return Number(row?.count);
}

/** The platform's run is over. */
async function ended(): Promise<void> {
  const { db, platform, shop: row } = await shop.context();
  const where = { shopId_subject: { shopId: row.id, subject: "orders" } };
  const open = await db.prisma.pastImport.findUniqueOrThrow({ where });
  const state = async () => (await platform.getExport(open.operationGid ?? "")).state;
  await expect.poll(state).not.toBe("running");
}

const platformWith = (platform: Platform, changed: Partial<Platform>): Platform =>
  Object.assign(Object.create(platform) as Platform, changed);

describe("the import of orders", () => {
  test("has run once a store is installed, whatever it had before", async () => {
    const demo = await testApp.createShop({ seed: "demo" });
    await demo.quiet();
    const context = await demo.context();
    const progress = () => progressOf(context);
    await expect.poll(progress, { timeout: 150_000 }).toBeNull();
    const where = { shopId: context.shop.id };
    const rows = await context.db.prisma.order.count({ where });
    expect(rows).toBeGreaterThan(100);
    const done = await context.db.prisma.pastImport.findUniqueOrThrow({
      where: { shopId_subject: { shopId: context.shop.id, subject: "orders" } },
    });
    expect(done).toMatchObject({ found: rows, stored: rows });
    expect(await context.db.prisma.order.count({ where: { ...where, isRenewal: true } })).not.toBe(
      0,
    );
    const kind = { in: ["order.created", "order.updated"] };
    expect(await context.db.prisma.event.count({ where: { ...where, kind } })).toBe(0);
    const unlinked = { ...where, subscriptionId: null };
    expect(await context.db.prisma.orderSubscription.count({ where: unlinked })).toBe(0);
  }, 180_000);

  test("goes on where a crash left it, shows how far it is, and stores nothing twice", async () => {
    await ordersWithoutWebhooks(105);
    await begin();
    const context = await shop.context();
    const { platform } = context;
    let read = 0;
    const crashing = platformWith(platform, {
      async *readOrderExport(url, skip) {
        for await (const order of platform.readOrderExport(url, skip)) {
          read += 1;
          if (read > 102) throw new Error("killed");
          yield order;
        }
      },
    });
    const crashed = importOrders({ ...context, platform: crashing });
    await expect(crashed).rejects.toThrow("killed");
    expect(await progressOf(context)).toEqual({ found: 105, stored: 100 });
    expect((await counts()).orders).toBe(100);
    await importOrders(context);
    expect(await progressOf(context)).toBeNull();
    expect((await counts()).orders).toBe(105);
  });

  test("goes past an order that cannot be read and one that cannot be stored, names them, and stores all others", async () => {
    await ordersWithoutWebhooks(3);
    await placeUnnoticed("99999999999999999.00");
    await ordersWithoutWebhooks(3);
    await begin();
    const context = await shop.context();
    const { platform } = context;
    let place = 0;
    const spoiling = platformWith(platform, {
      async *readOrderExport(url, skip) {
        for await (const order of platform.readOrderExport(url, skip)) {
          place += 1;
          const isSpoiled = place === 2 && !(order instanceof Unreadable);
          yield isSpoiled ? { ...order, processedAt: new Date("never") } : order;
        }
      },
    });
    await importOrders({ ...context, platform: spoiling });
    expect(await progressOf(context)).toBeNull();
    expect((await counts()).orders).toBe(5);
    const rows = await context.db.prisma.setAside.findMany({
      where: { shopId: context.shop.id },
      orderBy: { key: "asc" },
    });
    expect(rows).toMatchObject([
      { kind: "order", label: expect.stringMatching(/^#\d+$/) },
      { kind: "order", label: expect.stringMatching(/^#\d+$/) },
    ]);
  });

  test("passes over what was noted as stored", async () => {
    await ordersWithoutWebhooks(4);
    await begin();
    const context = await shop.context();
    const where = { shopId_subject: { shopId: context.shop.id, subject: "orders" } };
    await context.db.prisma.pastImport.update({ where, data: { stored: 3 } });
    await importOrders(context);
    expect((await counts()).orders).toBe(1);
  });

  test("starts again when the platform's run has failed", async () => {
    await ordersWithoutWebhooks(1);
    await begin();
    const context = await shop.context();
    const failed = platformWith(context.platform, {
      getExport: async () => ({ state: "failed", reason: "EXPIRED" }),
    });
    await expect(importOrders({ ...context, platform: failed })).rejects.toThrow("EXPIRED");
    await expect
      .poll(async () => {
        await importOrders(context);
        return progressOf(context);
      })
      .toBeNull();
    expect((await counts()).orders).toBe(1);
  });

  test("reads orders one by one where the platform hides a field, which it refuses in bulk", async () => {
    await shop.control("protected-data", { approved: ["customer_data"] });
    await ordersWithoutWebhooks(2);
    await begin();
    const context = await shop.context();
    await importOrders(context);
    expect(await progressOf(context)).toBeNull();
    expect((await counts()).orders).toBe(2);
  });

  test("brings no order over that the store has not granted", async () => {
    await shop.control("scopes", { withhold: ["read_all_orders"] });
    await ordersWithoutWebhooks(1);
    const { db, shop: row } = await shop.context();
    // The daily comparison would bring it over while it is young.
    await db.prisma.dueTask.deleteMany({ where: { shopId: row.id } });
    await shop.control("clock", { advance: "P61D" });
    await ordersWithoutWebhooks(1);
    await begin();
    const context = await shop.context();
    await importOrders(context);
    expect((await counts()).orders).toBe(1);
  });
});
