import { afterAll, beforeAll, expect, test } from "vitest";
import { seedRetentionHistory } from "#scripts/demo/seed-retention-history.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "demo" });
});
afterAll(() => testApp.close());

test("the demo's history has offers of each type active and withdrawn, and is seeded once", async () => {
  const { db, shop: row } = await shop.context();
  await seedRetentionHistory(testApp.app, row);
  await shop.quiet();
  const read = () =>
    db.prisma.appliedOffer.findMany({ where: { shopId: row.id }, include: { offer: true } });
  const told = await read();
  const kinds = new Set(told.map(({ state, offer }) => `${offer.type} ${state}`));
  for (const type of ["discount_price", "change_frequency", "add_store_credits"]) {
    expect(kinds).toContain(`${type} active`);
    expect(kinds).toContain(`${type} cancelled`);
  }
  const { length: revoked } = await db.prisma.appliedOffer.findMany({
    where: { shopId: row.id, state: "cancelled", subscription: { status: "active" } },
  });
  expect(revoked).toBeGreaterThan(0);
  await seedRetentionHistory(testApp.app, row);
  expect(await read()).toHaveLength(told.length);
});
