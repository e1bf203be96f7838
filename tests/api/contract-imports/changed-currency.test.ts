import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ImportingShop, importingShop } from "#tests/support/contract-import.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// A store of euros whose currency on the platform has become the yen.

let testApp: TestApp;
let at: ImportingShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  at = await importingShop(await testApp.createShop({ seed: "goods" }));
});

const changeCurrency = async (currency: string) => {
  expect((await at.shop.control("shop", { currency })).status).toBe(200);
  await at.shop.quiet();
};
const SAYS =
  "The store's currency on the platform is now JPY, and amounts here are in EUR. Set the currency back to EUR first.";

test("the check says of each line that the store's currency has changed, and a line in either currency is no exception", async () => {
  await changeCurrency("JPY");
  const lines = [
    await at.line(),
    await at.line({ currency: "EUR" }),
    await at.line({ currency: "JPY" }),
  ];
  const importId = await at.upload(lines);
  expect((await at.read(importId)).row).toMatchObject({ readyCount: 0, problemCount: 3 });
  for (const { problems } of await at.lines(importId)) {
    expect(problems).toEqual([`Currency: ${SAYS}`]);
  }
});

test("a file that was checked before the change is not confirmed, makes nothing, and is good again once the currency is set back", async () => {
  const cid = await at.newCustomer();
  const lines = [await at.line({ customer: String(cid) })];
  const importId = await at.upload(lines);
  await changeCurrency("JPY");
  await expect(at.confirm(importId)).rejects.toMatchObject({ fields: { form: [SAYS] } });
  expect((await at.read(importId)).row.state).toBe("checked");
  expect(await at.contracts(cid)).toEqual([]);
  expect(await at.upload(lines)).toBe(importId);
  expect((await at.read(importId)).row.readyCount).toBe(0);
  await changeCurrency("EUR");
  expect(await at.upload(lines)).toBe(importId);
  await at.confirm(importId);
  expect(await at.contracts(cid)).toMatchObject([{ status: "PAUSED" }]);
});

test("where the news of the change comes after the confirmation, each line says it in words", async () => {
  const importId = await at.upload([await at.line()]);
  const refusal = { operation: "subscriptionContractAtomicCreate", code: "CURRENCY_NOT_ENABLED" };
  const { status } = await at.shop.control("refuse-next", { ...refusal, message: "No" });
  expect(status).toBe(200);
  await at.confirm(importId);
  expect(await at.lines(importId)).toMatchObject([
    { state: "refused", reason: "the store does not sell in the contract's currency" },
  ]);
});
