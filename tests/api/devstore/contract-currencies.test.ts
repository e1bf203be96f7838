import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A contract is charged what it says, in its own currency; what the shop books is counted from that.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods", timezone: "Europe/Berlin", currency: "EUR" });
  await shop.act("currencies", { rates: { JPY: 160, KWD: 0.35 } });
});

const dayIn = async (days: number) =>
  addDays((await shop.context()).clock.now(), days, "Europe/Berlin");
const subscribe = async (terms: Record<string, unknown>): Promise<BilledSubscription> =>
  billedSubscription(shop, { delivery_price: 0, next_billing_date: await dayIn(2), ...terms });
const outcomes = async (one: BilledSubscription) =>
  (await one.attempts()).map(({ status, amountMinor, currency, errorCode }) => [
    status,
    amountMinor === null ? null : Number(amountMinor),
    currency,
    errorCode,
  ]);

test("a charge takes the contract's own amount, to the unit", async () => {
  const cases = [
    ["JPY", "2401", 1, 2401],
    ["JPY", "1", 3, 3],
    ["KWD", "5.001", 1, 5001],
    ["KWD", "2.608", 2, 5216],
    ["EUR", "2.61", 2, 522],
  ] as const;
  const all: BilledSubscription[] = [];
  for (const [currency, price, quantity] of cases)
    all.push(await subscribe({ price, quantity, currency }));
  await goTo(shop, await dayIn(3));
  for (const [at, [currency, , , minor]] of cases.entries()) {
    const [charge] = all[at] ? await outcomes(all[at]) : [];
    expect(charge).toEqual(["success", minor, currency, null]);
  }
});

test("a charge in a currency that the shop no longer sells in fails, and takes no other amount", async () => {
  const subscription = await subscribe({ price: "2400", currency: "JPY" });
  await shop.act("currencies", { rates: {} });
  await goTo(shop, await dayIn(3));
  expect((await outcomes(subscription))[0]?.[0]).toBe("failed");
  const { db, shop: row } = await shop.context();
  const renewals = { shopId: row.id, isRenewal: true };
  expect(await db.prisma.order.count({ where: renewals })).toBe(0);
});
