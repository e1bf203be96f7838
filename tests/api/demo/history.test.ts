import { afterAll, beforeAll, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { listCreditPeriods } from "#app/domain/ledger/reports/credit-periods.ts";
import { readCreditLiability } from "#app/domain/ledger/reports/read-credit-liability.ts";
import { seedCreditHistory } from "#scripts/demo/seed-credit-history.ts";
import { seedRetentionHistory } from "#scripts/demo/seed-retention-history.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Filling the demo's store takes longest, so both histories are told of one store, in their order.
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

test("the demo's past has credit of every kind in every month, balances, and is seeded once", async () => {
  const context = await shop.context();
  await seedCreditHistory(testApp.app, context.shop);
  await shop.quiet();
  const count = () =>
    context.db.prisma.creditEntry.count({ where: { shopId: context.shop.id, unit: "money" } });
  const told = await count();
  const { ianaTimezone } = context.shop;
  const periods = listCreditPeriods(new Date(), "12m", "month", ianaTimezone).slice(-8);
  const liability = await readCreditLiability(context, periods, "money");
  const kinds = new Set(liability.periods.flatMap(({ types }) => types.map((one) => one.typeCode)));
  for (const kind of ["membership", "redemption", "adjustment", "forfeit", "expired"] as const) {
    expect(kinds, kind).toContain(CREDIT_TYPES[kind]);
  }
  for (const { outstandingMinor } of liability.periods) expect(outstandingMinor).toBeGreaterThan(0);
  const { rows } = await context.db.pool.query<{ off: number }>(
    `SELECT count(*)::int AS off FROM credit_accounts a
     WHERE a.shop_id = $1 AND a.available_minor <> (
       SELECT coalesce(sum(amount_minor), 0) FROM credit_entries e
       WHERE e.shop_id = a.shop_id AND e.customer_id = a.customer_id AND e.unit = a.unit
         AND e.status IN (0, 1))`,
    [context.shop.id],
  );
  expect(rows[0]?.off).toBe(0);
  const file = await context.db.prisma.creditFile.findFirstOrThrow({
    where: { shopId: context.shop.id },
  });
  expect(file).toMatchObject({ state: "done", problemCount: 1 });
  await seedCreditHistory(testApp.app, context.shop);
  await shop.quiet();
  expect(await count()).toBe(told);
});
