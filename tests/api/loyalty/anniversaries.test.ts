import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { goTo, goToJanuary } from "#tests/support/loyalty-calendar.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let year: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  year = await goToJanuary(shop);
});

async function newCustomer(): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", {});
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

const pays = (settings: object, points = 10) =>
  makeRule(shop, {
    ...{ type: "anniversary_reward", settings },
    reward: { reward_type: "points", points },
  });
const balance = async (of: LoyalCustomer) => (await of.points()).available;

test("every year with the store is rewarded on its day, and every so many years by a rule for those", async () => {
  const customer = await newCustomer();
  await pays({ basis: "account" });
  await pays({ basis: "account", every_years: 2 }, 100);
  await goTo(shop, `${year + 1}-01-04`);
  expect(await balance(customer)).toBe(0);
  await goTo(shop, `${year + 1}-01-05`);
  expect(await balance(customer)).toBe(10);
  await goTo(shop, `${year + 2}-01-05`);
  expect(await balance(customer)).toBe(120);
});

test("who came on 29 February is rewarded on the 28th in years without it", async () => {
  const customer = await newCustomer();
  const { db, shop: row } = await shop.context();
  await db.prisma.customer.updateMany({
    where: { shopId: row.id },
    data: { platformCreatedAt: new Date("2024-02-29T12:00:00Z") },
  });
  await pays({ basis: "account" });
  await goTo(shop, `${year}-02-27`);
  expect(await balance(customer)).toBe(0);
  await goTo(shop, `${year}-02-28`);
  expect(await balance(customer)).toBe(10);
});

test("a year as a member is rewarded while the membership lasts", async () => {
  const yearly = { interval_name: "year", order: false };
  const members = [await shop.createContract(yearly), await shop.createContract(yearly)];
  const none = await newCustomer();
  const [staying, leaving] = [
    await loyalCustomer(shop, members[0]?.cid),
    await loyalCustomer(shop, members[1]?.cid),
  ];
  await pays({ basis: "membership" });
  await goTo(shop, `${year}-06-01`);
  const { db, shop: row } = await shop.context();
  const left = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, customerId: await leaving.id() },
  });
  expect((await shop.core(`/subscriptions/sub_${left.id}/cancel`, { method: "POST" })).status).toBe(
    200,
  );
  await goTo(shop, `${year + 1}-01-05`);
  expect(await balance(staying)).toBe(10);
  expect(await balance(leaving)).toBe(0);
  expect(await balance(none)).toBe(0);
});

test("a worker that was away for weeks misses none", async () => {
  const customer = await newCustomer();
  await pays({ basis: "account" });
  await goTo(shop, `${year}-12-20`);
  const { db, shop: row } = await shop.context();
  const clockOffsetMs = BigInt(row.clockOffsetMs + 40 * 86_400_000);
  await db.prisma.shop.update({ where: { id: row.id }, data: { clockOffsetMs } });
  await shop.control("clock", { advance: "P41D" });
  await shop.quiet();
  expect(await balance(customer)).toBe(10);
});
