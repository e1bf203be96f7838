import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// An address is found by every interface alike: PostgreSQL lowers other letters than JavaScript does.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "goods", plan: "enterprise" });
});
afterAll(() => testApp.close());

test.each([
  ["ΟΔΟΣ@example.gr", "ΟΔΟΣ@example.gr"],
  ["ΛΟΓΟΣ@example.gr", "λογος@example.gr"],
  ["δρόμος@example.gr", "ΔΡΌΜΟΣ@example.gr"],
  ["İBRAHİM@example.com", "İBRAHİM@example.com"],
  ["İPEK@example.com", "i\u0307pek@example.com"],
  ["x@ｅｘａｍｐｌｅ.com", "x@example.com"],
  ["y@example.com", "y@ｅｘａｍｐｌｅ.com"],
])("whoever has %s is found by %s in the credit API and in lists", async (email, asked) => {
  const { cid } = await shop.act("customers", { email });
  await shop.createContract({ cid, price: "15.00" });
  expect((await shop.manageCredit({ cid, email: asked, action: "get" })).status).toBe(200);
  for (const list of ["members", "subscriptions"]) {
    const { body } = await shop.core(`/${list}?email=${encodeURIComponent(asked)}`);
    expect(body.meta.total).toBe(1);
  }
});

test("a customer is named by a number, its digits with zeros before them, or the gid", async () => {
  const email = "jane@example.com";
  const { cid } = await shop.act("customers", { email });
  await shop.createContract({ cid, price: "15.00" });
  for (const named of [cid, String(cid), `0${cid}`, `gid://platform/Customer/${cid}`]) {
    const answer = await shop.manageCredit({ cid: named, email, action: "get" });
    expect(answer).toMatchObject({ status: 200, body: { cid } });
    const path = encodeURIComponent(String(named));
    expect((await shop.core(`/store-credits/${path}`)).status).toBe(200);
    expect((await shop.core(`/subscriptions?customer_id=${path}`)).body.meta.total).toBe(1);
  }
  for (const named of [0, "", `${cid}.0`, `+${cid}`, `gid://platform/Order/${cid}`]) {
    expect((await shop.manageCredit({ cid: named, email, action: "get" })).status).toBe(422);
  }
});
