import { afterAll, beforeAll, expect, test } from "vitest";
import { expectRowsOfApi, fillStore } from "#tests/support/export-files.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("a file of an export has in each format the rows and the fields of the API", async () => {
  const shop = await testApp.createShop({ seed: "goods" });
  await fillStore(shop);
  expect((await expectRowsOfApi(shop, "store-credits")).length).toBeGreaterThan(0);
});
