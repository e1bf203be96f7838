import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A store is at rest when nothing of it waits, not even for another attempt.

let testApp: TestApp;
let shop: TestShop;
let cid: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const published = () => readPublished(shop, cid, "customer_subscription1");

beforeEach(async () => {
  shop = await testApp.createShop();
  await shop.control("fail-next", { operation: "metafieldsSet", status: 503, count: 1_000 });
  ({ cid } = await shop.createContract());
  expect(await published()).toBeNull();
  await shop.control("clear-faults");
});

test("a job that failed has been done when the store is at rest, however long its next attempt is away", {
  meta: { slow: "pauses between tries of a platform that fails" },
}, async () => {
  await shop.quiet();
  expect(await published()).not.toBeNull();
});

test("moving the test clock does what has failed before", {
  meta: { slow: "pauses between tries of a platform that fails" },
}, async () => {
  const { status } = await shop.control("clock", { advance: "PT1S" });
  expect([status, await published()]).toEqual([200, expect.anything()]);
});
