import { afterAll, beforeAll, expect, test } from "vitest";
import { readPriceChange } from "#app/domain/price-changes/read-price-change.ts";
import type { BilledSubscription } from "#tests/support/billed-subscription.ts";
import { answer, asking, goOn, rowsOf, subjects, urlOf } from "#tests/support/consents.ts";
import { lastChargeOf, priceOf, statesOf } from "#tests/support/price-changes.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("whoever is asked pays more only after they have agreed: by a link that asks, and writes down when and to what", {
  meta: { slow: "six weeks of notice pass" },
}, async () => {
  const { shop, subscriptions, id } = await asking(testApp, [45, 45]);
  const [yes, silent] = subscriptions as [BilledSubscription, BilledSubscription];
  const [mail] = await subjects(shop, "Please answer before");
  expect(mail?.text).toContain("Before: €15.00\nNew price: €18.00\nFrom: ");
  expect(mail?.text).toContain("If you do not answer: Everything stays as it is for you");
  expect(mail?.text).toMatch(/\/mail\/consent\/\S+[\s\S]*\/mail\/cancel\//);
  expect([await priceOf(shop, yes), await priceOf(shop, silent)]).toEqual([[1500], [1500]]);
  const url = await urlOf(testApp, shop, id, yes);
  const page = await callJson(url);
  expect(page.status).toBe(200);
  expect(page.body).toContain("€18.00");
  expect((await rowsOf(shop, id)).map((row) => row.answer)).toEqual(["asked", "asked"]);
  expect((await answer(url, "agreed")).body).toContain("You have agreed");
  await shop.quiet();
  expect(await priceOf(shop, yes)).toEqual([1800]);
  const [row] = await rowsOf(shop, id);
  expect(row).toMatchObject({ answer: "agreed", state: "written" });
  expect(row?.answeredAt).toBeInstanceOf(Date);
  expect(row?.answerText).toMatch(/Before: €15.00\nNew price: €18.00\nFrom: [\s\S]*I agree$/);
  const told = (await yes.timeline()).filter(({ kind }) => kind === "billing.change_agreed");
  expect(told.map(({ message }) => message)).toEqual([
    expect.stringContaining("agreed to 18.00 EUR in place of 15.00 EUR"),
  ]);
  const delivery = Number((await yes.row()).deliveryMinor);
  await goOn(shop, 46);
  expect(await lastChargeOf(shop, yes)).toBe(1800 + delivery);
  expect(await lastChargeOf(shop, silent)).toBe(1500 + delivery);
  expect(await statesOf(shop, id)).toEqual(["done", expect.stringMatching(/^left: .*not answer/)]);
  expect(await readPriceChange(await shop.context(), id)).toMatchObject({
    answers: { asked: 0, agreed: 1, declined: 0, none: 1 },
  });
});
