import { afterAll, beforeAll, expect, test } from "vitest";
import { RECOVERED, readRecoveredRevenue } from "#app/domain/billing/past-due/read-recovered.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What came in after it had failed, as it was charged.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** A store with a subscription of 15.00 whose first charges come to these results. */
async function charged(...results: string[]) {
  const shop = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR" });
  const begin = (await shop.context()).clock.now();
  const due = addDays(begin, 2, "Europe/Berlin");
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await subscription.nextPayments(...results);
  // Past the retries of the first weeks, and before the next cycle.
  await goTo(shop, addDays(due, 20, "Europe/Berlin"));
  return { shop, begin, subscription };
}

const recovered = async (shop: TestShop, from: Date) => {
  const context = await shop.context();
  return readRecoveredRevenue(context, { from, to: new Date(context.clock.now().getTime() + 1) });
};

test("a charge that was paid after a failure counts once, with what was charged", async () => {
  const { shop, begin, subscription } = await charged("INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS");
  expect((await subscription.attempts()).map(({ status }) => status)).toEqual([
    "failed",
    "failed",
    "success",
  ]);
  expect(await recovered(shop, begin)).toEqual([
    { currency: "EUR", charges: 1, amountMinor: 1500, refundedMinor: 0 },
  ]);
});

test("one that was paid at once counts for nothing, and neither does one outside the period", async () => {
  const { shop, begin } = await charged("success");
  expect(await recovered(shop, begin)).toEqual([]);
  const later = await charged("INSUFFICIENT_FUNDS");
  expect(await recovered(later.shop, (await later.shop.context()).clock.now())).toEqual([]);
});

test("a refund stands beside the sum, and a price that changes later changes nothing", async () => {
  const { shop, begin, subscription } = await charged("INSUFFICIENT_FUNDS");
  const paid = (await subscription.attempts()).at(-1);
  const refund = await shop.control(`orders/${paid?.platformOrderId}/refund`, { amount: "4.00" });
  expect(refund.status).toBe(200);
  const { db, shop: row } = await shop.context();
  await db.prisma.subscription.updateMany({
    where: { shopId: row.id },
    data: { priceMinor: 99n, nextChargeMinor: 99n },
  });
  await shop.quiet();
  expect(await recovered(shop, begin)).toEqual([
    { currency: "EUR", charges: 1, amountMinor: 1500, refundedMinor: 400 },
  ]);
});

test("what was paid back of a charge in another currency is its share, never another currency's amount", async () => {
  const shop = await testApp.createShop({
    seed: "goods",
    timezone: "Europe/Berlin",
    currency: "EUR",
  });
  await shop.act("currencies", { rates: { JPY: 160 } });
  const begin = (await shop.context()).clock.now();
  const due = addDays(begin, 2, "Europe/Berlin");
  const terms = { price: "2400", currency: "JPY", delivery_price: 0, next_billing_date: due };
  const subscription = await billedSubscription(shop, terms);
  await subscription.nextPayments("INSUFFICIENT_FUNDS");
  await goTo(shop, addDays(due, 20, "Europe/Berlin"));
  const paid = (await subscription.attempts()).at(-1);
  const back = async (body: Record<string, unknown>) => {
    await shop.act(`orders/${paid?.platformOrderId}/refund`, body);
    await shop.quiet();
    return recovered(shop, begin);
  };
  const charged = { currency: "JPY", charges: 1, amountMinor: 2400 };
  expect(await back({ amount: "3.75" })).toEqual([{ ...charged, refundedMinor: 600 }]);
  expect(await back({})).toEqual([{ ...charged, refundedMinor: 2400 }]);
});

test("the sum reads no table from end to end", async () => {
  const shop = await testApp.createShop();
  const { db, shop: row } = await shop.context();
  const plan = await db.transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    return tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
      `EXPLAIN ${RECOVERED}`,
      row.id,
      new Date(0),
      new Date(),
    );
  });
  const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
  expect(text).not.toContain("Seq Scan");
});
