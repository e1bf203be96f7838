import { afterAll, beforeAll, expect, test } from "vitest";
import { readPortalSettings, savePortalActions } from "#app/domain/portal/save-portal-actions.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { type EndedContracts, endedContracts, type Own } from "#tests/support/ended-contracts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A canceled contract that cannot start again, with the platform's own record as judge.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let portal: EndedContracts;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  portal = endedContracts(shop, zone);
});
afterAll(() => testApp.close());

const refuse = (code: string, field: string[] | null = null) =>
  shop.control("refuse-next", {
    operation: "subscriptionContractAtomicCreate",
    ...{ code, message: "no", field },
  });

const refused = async (own: Own, revision: string, message: RegExp, status = 409) => {
  const count = (await portal.contractsOf(own)).length;
  const answer = await portal.again(own, revision);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({
    status,
    body: { message: expect.stringMatching(message) },
  });
  expect(await portal.contractsOf(own)).toHaveLength(count);
};

test("is refused while its last charge waits for the bank, and gives nothing away where that fails: it is charged anew, at once", async () => {
  const due = addDays(await portal.now(), 1, zone);
  const own = await billedSubscription(shop, { next_billing_date: due });
  await own.nextPayments("ACTION_REQUIRED", "success");
  await goTo(shop, addDays(due, 1, zone));
  await portal.cancel(own);
  expect(await portal.look(own)).toMatchObject({
    choices: { reactivate: null },
    reactivation_block: "payment_pending",
  });
  await refused(own, "ended.unknown", /still being confirmed/);
  const { platformAttemptId } = (await own.attempts()).at(-1) ?? {};
  const challenge = `attempts/${platformAttemptId}/challenge`;
  expect((await shop.control(challenge, { result: "INSUFFICIENT_FUNDS" })).status).toBe(200);
  await shop.quiet();
  const { revision } = await portal.look(own);
  const { body } = await portal.again(own, revision);
  const { db, shop: row } = await shop.context();
  const next = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(body.successor.contract_id) },
  });
  expect(next.nextBillingAt?.getTime()).toBeLessThan((await portal.now()).getTime() + 3_600_000);
  expect(next.rights).toEqual([]);
});

test("is refused, and changes nothing, with a payment method that was revoked, or a card that has expired", async () => {
  const own = await portal.canceled();
  const { revision } = await portal.look(own);
  const [{ customerPaymentMethod }] = await portal.contractsOf(own);
  const payment_method_id = customerPaymentMethod.id.split("/").at(-1);
  expect((await shop.control("payment-methods/revoke", { payment_method_id })).status).toBe(200);
  expect(await portal.look(own)).toMatchObject({
    choices: { reactivate: null },
    reactivation_block: "payment_method",
  });
  await refused(own, revision, /payment method/);

  const expiring = await billedSubscription(shop);
  const expires = formatDate(addDays(await portal.now(), 1, zone), zone).slice(0, 7);
  await shop.control(`contracts/${expiring.contractId}/payment-method`, { expires });
  await shop.quiet();
  await portal.cancel(expiring);
  const { revision: seen } = await portal.look(expiring);
  await goTo(shop, addDays(await portal.now(), 35, zone));
  expect((await portal.look(expiring)).reactivation_block).toBe("payment_method");
  await refused(expiring, seen, /payment method/);
});

test("is refused, and changes nothing, when the plan is not sold any more, or the merchant wants none of it", async () => {
  const own = await portal.canceled();
  const { revision } = await portal.look(own);
  const context = await shop.context();
  const where = {
    shopId_id: { shopId: context.shop.id, id: (await own.row()).planId ?? 0n },
  };
  await context.db.prisma.plan.update({ where, data: { removedAt: await portal.now() } });
  expect((await portal.look(own)).reactivation_block).toBe("not_sold");
  await refused(own, revision, /does not sell this/);
  await context.db.prisma.plan.update({ where, data: { removedAt: null } });
  const { version } = await readPortalSettings(context, null);
  await savePortalActions(context, { planId: null, version, off: ["reactivate"] });
  expect((await portal.look(own)).choices.reactivate).toBeNull();
  await refused(own, revision, /Ask the store/);
  const { version: next } = await readPortalSettings(context, null);
  await savePortalActions(context, { planId: null, version: next, off: [] });
});

test("is refused, and changes nothing, where another membership of the group is active, or the contract itself is", async () => {
  const own = await portal.canceled();
  const { revision } = await portal.look(own);
  const other = await billedSubscription(shop, { cid: own.cid });
  expect((await portal.look(own)).reactivation_block).toBe("already_active");
  await refused(own, revision, /already/);
  expect((await portal.look(other)).choices.reactivate).toBeNull();
  await refused(other, (await portal.look(other)).revision, /cannot be started again/);
});

test("is refused, and changes nothing, for the second of two memberships of a group that are started again at once", async () => {
  const own = await portal.canceled();
  const other = await billedSubscription(shop, { cid: own.cid });
  await portal.cancel(other);
  const both = [own, other];
  const revisions = await Promise.all(both.map(async (one) => (await portal.look(one)).revision));
  const answers = await Promise.all(both.map((one, at) => portal.again(one, revisions[at])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await shop.quiet();
  const live = (await portal.contractsOf(own)).filter(({ status }) => status === "ACTIVE");
  expect(live).toHaveLength(1);
});

test("is refused, and changes nothing, where it would be a way around a change of price or terms, until that is stopped", async () => {
  const own = await portal.canceled();
  const { revision } = await portal.look(own);
  const { db, shop: row } = await shop.context();
  const { id: subscriptionId, planId, cancelledAt } = await own.row();
  const { id: priceChangeId } = await db.prisma.priceChange.create({
    data: {
      ...{ shopId: row.id, planId: planId ?? 0n, sourceKey: "escape", fixedMinor: 2000n },
      ...{ currency: "EUR", noticeDays: 14, rowCount: 1, actorKind: "system" },
      ...{ effectiveAt: addDays(await portal.now(), 20, zone), createdAt: await portal.now() },
      silence: "cancels",
    },
  });
  const key = { shopId: row.id, priceChangeId, subscriptionId };
  await db.prisma.priceChangeRow.create({ data: { ...key, state: "told" } });
  const left = { state: "left", endedAt: cancelledAt };
  const early = new Date((cancelledAt?.getTime() ?? 0) - 1000);
  for (const data of [
    { state: "told" },
    { ...left, answer: "none", endedAt: early },
    { ...left, answer: "declined", answeredAt: early, endedAt: early },
    { ...left, answer: null, answeredAt: null },
  ]) {
    await db.prisma.priceChangeRow.updateMany({ where: key, data });
    expect((await portal.look(own)).reactivation_block).toBe("ask_store");
  }
  await refused(own, revision, /Ask the store/);
  // One that was left as it was before, because its price had been changed otherwise, may come back.
  await db.prisma.priceChangeRow.updateMany({ where: key, data: { endedAt: early } });
  expect((await portal.look(own)).reactivation_block).toBeNull();
  await db.prisma.priceChangeRow.updateMany({ where: key, data: left });
  const stopped = { stoppedAt: await portal.now() };
  await db.prisma.priceChange.updateMany({ where: { sourceKey: "escape" }, data: stopped });
  expect((await portal.look(own)).reactivation_block).toBeNull();
});

test("is refused, and changes nothing, for another amount or date than was shown", async () => {
  const own = await portal.canceled();
  const { revision } = await portal.look(own);
  await goTo(shop, addDays(await portal.now(), 12, zone));
  await refused(own, revision, /has changed meanwhile/);
});

test("is refused, and changes nothing, by the platform, for each part that it does not take, and can be tried again", async () => {
  const own = await portal.canceled();
  const { revision } = await portal.look(own);
  for (const [code, field, message] of [
    ["INVALID", ["input", "contract", "paymentMethodId"], /payment method/],
    ["MISSING_CUSTOMER_PAYMENT_METHOD", null, /payment method/],
    ["INVALID", ["input", "lines", "0"], /does not sell this/],
    ["CUSTOMER_REDACTED", null, /erased/],
    ["DELIVERY_METHOD_REQUIRED", null, /address/],
  ] as const) {
    expect((await refuse(code, field && [...field])).status).toBe(200);
    await refused(own, revision, message);
  }
  expect((await portal.again(own, revision)).status).toBe(200);
});

test("is refused, and changes nothing, of somebody else, and of a customer who was erased", async () => {
  const own = await portal.canceled();
  const { revision } = await portal.look(own);
  const { cid } = await billedSubscription(shop);
  expect((await portal.again({ ...own, cid }, revision)).status).toBe(404);
  const context = await shop.context();
  const { customerId } = await own.row();
  await context.db.prisma.customer.update({
    where: { shopId_id: { shopId: context.shop.id, id: customerId ?? 0n } },
    data: { redactedAt: await portal.now() },
  });
  await refused(own, revision, /cannot be started again/);
});
