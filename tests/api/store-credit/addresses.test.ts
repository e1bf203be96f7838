import { afterAll, beforeAll, expect, test } from "vitest";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Whom the Store Credit Management API finds by an address: whoever the platform has it for.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise" });
});
afterAll(() => testApp.close());

test.each([
  "taro..yamada@docomo.example",
  "hanako.@docomo.example",
  "jörg@example.de",
  "info@müller.example",
  "jane+club@example.com",
])("finds whoever has %s, and nobody else by it", async (email) => {
  const { cid } = (await shop.control("customers", { email })).body;
  const other = await createCreditCustomer(shop);
  for (const as of ["json", "form"] as const) {
    const found = await shop.manageCredit({ cid, email, action: "get" }, { as });
    expect(found).toMatchObject({ status: 200, body: { email } });
    const notTheirs = await shop.manageCredit({ cid: other.cid, email, action: "get" }, { as });
    expect(notTheirs).toMatchObject({ status: 404, body: { error: "customer not found" } });
  }
});

test("an address's domain counts in Unicode and as IDNA, and a raw plus in a form is a plus", async () => {
  const { cid } = (await shop.control("customers", { email: "hallo@bücher.example" })).body;
  const asIdna = { cid, email: "Hallo@xn--bcher-kva.example", action: "get" };
  expect((await shop.manageCredit(asIdna)).status).toBe(200);
  const tagged = (await shop.control("customers", { email: "jane+tea@example.com" })).body;
  const form = `key=${shop.key}&cid=${tagged.cid}&email=jane+tea@example.com&action=get`;
  const answer = await fetch(`${testApp.url}/api/v1/store-credit/manage`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form,
  });
  expect(answer.status).toBe(200);
});
