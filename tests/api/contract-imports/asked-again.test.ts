import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { goTo } from "#tests/support/billed-subscription.ts";
import { type ImportingShop, importingShop } from "#tests/support/contract-import.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { type ImportedContracts, importedContracts } from "#tests/support/imported-contracts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Days lie between the check of an import, its confirmation and its activation. What was checked is asked again each time.

let testApp: TestApp;
let at: ImportingShop;
let imported: ImportedContracts;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  at = await importingShop(await testApp.createShop({ seed: "goods" }));
  imported = importedContracts(at);
});

const ERASED = "its customer was erased";

/** The platform reports that a customer is to be erased; the customer may still be there for a while. */
async function erase(cid: number) {
  const payload = { customer: { id: cid } };
  const { status } = await deliverWebhook(testApp, at.shop, { topic: "customers/redact", payload });
  expect(status).toBe(200);
  await at.shop.quiet();
}

async function passDays(days: number) {
  const { clock } = await at.shop.context();
  await goTo(at.shop, new Date(clock.now().getTime() + days * 86_400_000));
  await at.shop.quiet();
}

const look = async (importId: bigint) =>
  (await at.lines(importId)).map(({ state, reason }) => [state, reason]);

describe("a customer who was erased after the check", () => {
  test.each(["membership", "goods"] as const)("gets no contract (%s)", async (kind) => {
    const cid = await at.newCustomer();
    const name = { first_name: "Ada", last_name: "Berg" };
    const address = { address1: "Street 1", city: "Berlin", zip: "10115", country_code: "DE" };
    const cells = kind === "goods" ? { ...at.goods, ...name, ...address } : {};
    const importId = await at.upload([
      await at.line({ customer: String(cid), ...cells }),
      await at.line(),
    ]);
    await erase(cid);
    await at.confirm(importId);
    expect(await look(importId)).toEqual([
      ["skipped", ERASED],
      ["created", null],
    ]);
    expect(await at.contracts(cid)).toEqual([]);
    await at.activate(importId);
    await passDays(12);
    expect(await imported.chargesOf(cid)).toEqual([]);
    expect(await imported.statesOf(importId)).toEqual(["skipped", "active"]);
  });

  test("is charged for no contract that waits for the old app to stop", async () => {
    const { cid, importId } = await imported.waiting();
    await erase(cid);
    await at.activate(importId);
    expect(await look(importId)).toEqual([["created", ERASED]]);
    expect(await at.contracts(cid)).toMatchObject([{ status: "PAUSED" }]);
    await passDays(12);
    expect(await imported.chargesOf(cid)).toEqual([]);
  });
});

test("a plan that was removed after the check sells no contract", async () => {
  const cid = await at.newCustomer();
  const importId = await at.upload([await at.line({ customer: String(cid) })]);
  const [line] = await at.lines(importId);
  const { db, shop } = await at.shop.context();
  await db.prisma.plan.update({
    where: { shopId_id: { shopId: shop.id, id: line?.planId ?? 0n } },
    data: { removedAt: new Date() },
  });
  await at.confirm(importId);
  expect(await look(importId)).toEqual([["skipped", "its plan was removed"]]);
  expect(await at.contracts(cid)).toEqual([]);
});
