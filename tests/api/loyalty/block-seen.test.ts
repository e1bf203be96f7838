import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBlockSeen } from "#app/domain/shops/block-seen.ts";
import type { LoyalCustomer } from "#tests/support/loyalty.ts";
import { newPerson } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await newPerson(shop);
});

const seen = async () => readBlockSeen(await shop.context(), "loyalty");
const open = () => shop.proxy(`/loyalty/customers/${customer.cid}`, { cid: customer.cid });

/** Days of 24 hours, which a day of the store's calendar is not twice a year. */
async function pass(days: number) {
  await shop.control("clock", { advance: `PT${24 * days}H` });
  await shop.quiet();
}

test("a loyalty block is seen when it asks for who is signed in, and not before", async () => {
  expect(await seen()).toBeNull();
  await shop.proxy("/loyalty/rules");
  expect(await seen()).toBeNull();
  await open();
  expect(await seen()).toEqual({ at: expect.any(Date), daysAgo: 0, isRecent: true });
  expect(await readBlockSeen(await shop.context())).toBeNull();
});

test("a loyalty block that nobody opens any more is not taken to be there for ever, until it is opened again", async () => {
  await open();
  await pass(14);
  expect(await seen()).toMatchObject({ daysAgo: 14, isRecent: true });
  await pass(1);
  expect(await seen()).toMatchObject({ daysAgo: 15, isRecent: false });
  await open();
  expect(await seen()).toMatchObject({ daysAgo: 0, isRecent: true });
});

test("a block that is opened again and again is written down once a day", async () => {
  const writes = async () => {
    const { db, shop: row } = await shop.context();
    const { rows } = await db.pool.query<{ xmin: string }>(
      "SELECT xmin::text FROM shops WHERE id = $1",
      [String(row.id)],
    );
    return rows[0]?.xmin;
  };
  await open();
  const first = await writes();
  await open();
  await open();
  expect(await writes()).toBe(first);
  await pass(1);
  const next = await writes();
  await open();
  expect(await writes()).not.toBe(next);
});

test("what was seen before the app was installed again does not count: its blocks left the theme with it", async () => {
  await open();
  await shop.control("uninstall");
  await shop.quiet();
  await shop.reinstall();
  expect(await seen()).toBeNull();
});
