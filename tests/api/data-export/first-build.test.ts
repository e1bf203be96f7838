import { afterAll, beforeAll, expect, test } from "vitest";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("news of before the first build of the exports is left to it, and news of after it is followed", async () => {
  const shop = await testApp.createShop();
  const context = await shop.context();
  const { prisma } = context.db;
  const where = { shopId: context.shop.id };
  await shop.createContract({ price: "15.00" });
  expect(await prisma.export.count({ where })).toBe(0);

  await buildExports(context);
  const rows = () => prisma.exportRow.count({ where: { ...where, export: "subscriptions" } });
  expect(await rows()).toBe(1);
  await shop.createContract({ price: "20.00" });
  expect(await rows()).toBe(2);
});
