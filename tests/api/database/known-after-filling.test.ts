import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { createContracts } from "#app/domain/contract-imports/create-contracts.ts";
import { IMPORT_COLUMNS } from "#app/domain/contract-imports/lines/import-columns.ts";
import { uploadImport } from "#app/domain/contract-imports/upload-import.ts";
import { importShop } from "#app/domain/installation/import-shop.ts";
import { applyLoyaltyFile } from "#app/domain/loyalty/files/apply-loyalty-file.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { recountLoyalty } from "#app/domain/loyalty/settle/recount-loyalty.ts";
import { importOrders } from "#app/domain/orders/import-orders.ts";
import { openPastImport } from "#app/domain/past-imports/open-past-import.ts";
import { readPoints } from "#app/domain/points-integration/read-points.ts";
import { applyCreditFile } from "#app/domain/store-credit/files/apply-credit-file.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { runBulkGrant } from "#app/domain/store-credit/grants/run-bulk-grant.ts";
import type { Platform } from "#app/platform/platform.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// An action that fills tables renews their statistics before anything reads them. One table stands for all of them here:
// the test fills it before each action, and the action has to notice.

let testApp: TestApp;
let context: ShopContext;
/** The platform's number of one of its customers. */
let customer: bigint;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  context = await (await testApp.createShop({ seed: "goods" })).context();
  const [id = 0n] = await createCustomers(context, 1);
  const where = { shopId_id: { shopId: context.shop.id, id } };
  customer = (await context.db.prisma.customer.findUniqueOrThrow({ where })).platformCustomerId;
  await testApp.app.db.pool.query(
    "CREATE TABLE filled (number integer) WITH (autovacuum_enabled = off)",
  );
});
afterAll(() => testApp.close());

const ROWS = 3_000;

async function fill(): Promise<void> {
  await testApp.app.db.pool.query("TRUNCATE filled");
  await testApp.app.db.pool.query("INSERT INTO filled SELECT generate_series(1, $1::int)", [ROWS]);
}

async function knownRows(): Promise<number> {
  const { rows } = await testApp.app.db.pool.query<{ rows: number }>(
    "SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'filled'",
  );
  return rows[0]?.rows ?? 0;
}

const withPlatform = (changed: Partial<Platform>): ShopContext => ({
  ...context,
  platform: Object.assign(Object.create(context.platform) as Platform, changed),
});
const fileOf = (...lines: string[]) => ({
  name: "file.csv",
  bytes: new TextEncoder().encode(lines.join("\n")),
});

async function creditFile(): Promise<bigint> {
  const lines = fileOf(
    "customer,email,amount,type,reason",
    `${customer},,5.00,manual admin adjustment,Thanks`,
  );
  const file = await uploadCreditFile(context, lines);
  if (file.outcome !== "checked") throw new Error(file.message);
  return file.fileId;
}
const loyaltyFile = () => uploadLoyaltyFile(context, fileOf("customer,points", `${customer},5`));
const contractFile = () =>
  uploadImport(
    context,
    fileOf(IMPORT_COLUMNS.join(), "old-1".padEnd(IMPORT_COLUMNS.length + 4, ",")),
  );

/** What an action needs is made first; then it is run. */
const ACTIONS: Record<string, () => Promise<() => Promise<unknown>>> = {
  "an upload of credit": async () => creditFile,
  "a file of credit": async () => {
    const id = await creditFile();
    const data = { state: "applying", confirmedAt: context.clock.now() };
    await context.db.prisma.creditFile.updateMany({ where: { id }, data });
    return () => applyCreditFile(context, id);
  },
  "an upload of points": async () => loyaltyFile,
  "a file of points": async () => {
    const id = await loyaltyFile();
    const data = { state: "applying", confirmedAt: context.clock.now() };
    await context.db.prisma.loyaltyFile.updateMany({ where: { id }, data });
    return () => applyLoyaltyFile(context, id);
  },
  "an upload of contracts": async () => contractFile,
  "an import of contracts": async () => {
    const id = await contractFile();
    const where = { shopId: context.shop.id, id };
    await context.db.prisma.contractImport.updateMany({ where, data: { state: "creating" } });
    await context.db.prisma.contractImportLine.deleteMany({ where: { importId: id } });
    return () => createContracts(context, id);
  },
  "a reading of points": async () => {
    const metafield = { name: "Points", namespace: "points", key: "balance", isHidden: false };
    await context.db.prisma.pointsIntegration.create({
      data: { shopId: context.shop.id, version: 1, ...metafield },
    });
    return () => readPoints(context);
  },
  "a recount of loyalty": async () => {
    const settings = { points_per_dollar: 1 };
    const { id, version } = await createRule(context, {
      ...{ type: "points_for_purchases", name: "Points", settings },
      ...{ status: "active", startDate: "2024-01-01" },
    });
    return () => recountLoyalty(context, { cause: `rule:${id}`, version, afterId: 0n });
  },
  "a bulk grant": async () => {
    const { db, shop, clock } = context;
    const plan = await db.prisma.plan.findFirstOrThrow({ where: { shopId: shop.id } });
    const { id } = await db.prisma.bulkGrant.create({
      data: {
        ...{ shopId: shop.id, planId: plan.id, sourceKey: "1", createdAt: clock.now() },
        ...{
          unit: "money",
          typeCode: 1,
          amountMinor: 500n,
          message: "Thanks",
          actorKind: "system",
        },
      },
    });
    return () => runBulkGrant(context, id);
  },
  "an import of orders one by one": async () => {
    await openPastImport(context, context.db.prisma, "orders");
    const platform = withPlatform({
      startOrderExport: async () => "gid",
      getExport: async () => ({ state: "failed", reason: "ACCESS_DENIED" }),
      listChanges: async () => ({
        items: [{ id: 1, updatedAt: new Date() }],
        nextCursor: null,
      }),
      getOrderFacts: async () => null,
    });
    return () => importOrders(platform);
  },
};

describe("the planner knows a table that was filled", () => {
  test.each(Object.keys(ACTIONS))("when %s has ended", async (name) => {
    const run = await ACTIONS[name]?.();
    await fill();
    await run?.();
    expect(await knownRows()).toBe(ROWS);
  });

  test("when a store's customers are imported, before its contracts are", async () => {
    await fill();
    let known = 0;
    const platform = withPlatform({
      listContracts: async () => {
        known = await knownRows();
        return { items: [], nextCursor: null };
      },
    });
    await importShop(platform);
    expect(known).toBe(ROWS);
  });
});
