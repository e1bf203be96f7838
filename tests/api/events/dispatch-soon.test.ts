import { afterAll, beforeAll, expect, test } from "vitest";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("credit that support gives twice within a second is shown to the shopper without waiting for the minute's sweep", async () => {
  const shop = await testApp.createShop();
  const { cid } = await shop.createContract();
  const give = () =>
    shop.core(`/store-credits/${cid}/add`, { body: { amount: 15, reason: "Goodwill" } });
  expect((await give()).status).toBe(200);
  // What was asked for then has read the first of them.
  await shop.quiet();
  expect((await give()).status).toBe(200);
  await shop.quiet();
  expect(await readPublished(shop, cid, "store_credit")).toMatchObject({ available_minor: 3000 });
});
