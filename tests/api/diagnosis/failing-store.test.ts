import { afterAll, beforeAll, expect, test } from "vitest";
import { runDoctor } from "#tests/support/run-doctor.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("the doctor ends with 1 when something fails, and says what to do below it", async () => {
  const shop = await app.createShop();
  await shop.control("protected-data", { approved: [] });
  const { output, code } = await runDoctor(app, ["--shop", shop.domain]);
  expect(output).toMatch(
    /FAILING {2}Protected customer data: Shopify has not approved .*\n {11}→ In the Dev Dashboard/,
  );
  expect(output).toMatch(/, 1 failing\.\n$/);
  expect(code).toBe(1);
});
