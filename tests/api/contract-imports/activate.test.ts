import { afterAll, beforeAll, expect, test } from "vitest";
import { isEntitled } from "#app/domain/subscriptions/rights/rights.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { importingShop } from "#tests/support/contract-import.ts";
import { importedContracts } from "#tests/support/imported-contracts.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("activating an import lets its contracts begin on their own date, charged once, as a renewal", async () => {
  const at = await importingShop(await testApp.createShop({ seed: "goods" }));
  const { statesOf, rowOf, eventsOf, chargesOf, waiting } = importedContracts(at);
  const { cid, importId } = await waiting();
  await at.activate(importId);
  expect(await statesOf(importId)).toEqual(["active"]);
  expect((await at.read(importId)).row.state).toBe("active");
  expect(await at.contracts(cid)).toMatchObject([{ status: "ACTIVE" }]);
  expect(await rowOf(cid)).toMatchObject({ status: "active", importState: "active" });
  expect(await eventsOf()).toEqual(["subscription.created", "subscription.activated"]);
  const { nextBillingAt: due } = await rowOf(cid);
  if (!due) throw new Error("The contract has no date.");
  await goTo(at.shop, new Date(due.getTime() - 60_000));
  expect(await chargesOf(cid)).toEqual([]);
  await goTo(at.shop, new Date(due.getTime() + 60_000));
  expect(await chargesOf(cid)).toMatchObject([{ status: "success", amountMinor: 1250n }]);
  const { db, shop } = await at.shop.context();
  const orders = await db.prisma.orderSubscription.findMany({
    where: { shopId: shop.id, subscriptionId: (await rowOf(cid)).id },
  });
  // The exports call its first order `recharge` too.
  expect(orders).toMatchObject([{ isFirst: false, isRenewal: true }]);
});

test("an owner has what the membership gives from the activation to the next date, where the old app has charged a date that passed while the import waited", async () => {
  const at = await importingShop(await testApp.createShop({ seed: "goods" }));
  const { rowOf, waiting } = importedContracts(at);
  const { cid, importId } = await waiting({ next_date: await at.day(5) });
  const { clock, shop } = await at.shop.context();
  await goTo(at.shop, addDays(clock.now(), 12, shop.ianaTimezone));
  await at.activate(importId);
  await at.shop.quiet();
  const row = await rowOf(cid);
  expect(row.paidUntil).toEqual(row.nextBillingAt);
  expect(isEntitled(row, (await at.shop.context()).clock.now())).toBe(true);
  const { contracts } = await readPublished(at.shop, cid, "customer_subscription1");
  expect(contracts).toMatchObject([{ is_member: true }]);
  const { body } = await at.shop.proxy(`/storefront/cancel-flow/${row.platformContractId}`, {
    cid,
  });
  const next = row.nextBillingAt ?? new Date(0);
  expect(body.contract.ends_on).toBe(formatDate(next, shop.ianaTimezone));
});
