import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import { readPortalSettings, savePortalActions } from "#app/domain/portal/save-portal-actions.ts";
import { addDays, formatDate, startOfDay } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { type Withdrawals, withdrawals } from "#tests/support/withdrawals.ts";

// The legal right to withdraw from a contract, with the platform, the mailbox and the merchant's list of things to do as judges.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let look: Withdrawals["look"];
let withdraw: Withdrawals["withdraw"];
let mailsOf: Withdrawals["mailsOf"];
let toRefund: Withdrawals["toRefund"];

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "small" });
  ({ look, withdraw, mailsOf, toRefund } = withdrawals(shop));
});
afterAll(() => testApp.close());

const now = async () => (await shop.context()).clock.now();

async function setRule(withdrawal: { isOn: boolean; days: number }): Promise<void> {
  const context = await shop.context();
  const { version } = await readPortalSettings(context, null);
  const saved = await savePortalActions(context, { planId: null, version, off: [], withdrawal });
  expect(saved).toEqual({ outcome: "saved" });
}

test("leaves the merchant's list once the order is refunded, in whole or in part, and not for what was refunded before", async () => {
  const own = await billedSubscription(shop);
  const { id: subscriptionId } = await own.row();
  const listed = async () => {
    const all = await toRefund();
    return all.find((one) => "subscriptionId" in one && one.subscriptionId === subscriptionId);
  };
  const { db, shop: row } = await shop.context();
  const { order } = await db.prisma.orderSubscription.findFirstOrThrow({
    where: { shopId: row.id, subscriptionId },
    include: { order: true },
  });
  const refund = (amount: string) => shop.act(`orders/${order.platformOrderId}/refund`, { amount });
  await refund("4.00");
  await goTo(shop, new Date((await now()).getTime() + 60_000));
  await withdraw(own);
  await shop.quiet();
  expect(await listed()).toMatchObject({ amountMinor: 1100 });
  await refund("5.00");
  expect(await listed()).toBeUndefined();
});

test("waits for its own goods: what else was on its order, and the delivery, may be refunded without an end to it", async () => {
  const {
    order_id: orderId,
    contract_id: contractId,
    total,
  } = await shop.act("orders", {
    cid: 1001,
    lines: [{ variant_id: 7501, plan_id: 3501 }, { variant_id: 7502 }],
  });
  // Herbs for 14.90 with delivery for 4.90, and the first month of the club.
  const clubMinor = Math.round(Number(total) * 100) - 1490 - 490;
  expect(clubMinor).toBeGreaterThan(0);
  const { db, shop: row } = await shop.context();
  const { id } = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
  const listed = async () =>
    (await toRefund()).find((one) => "subscriptionId" in one && one.subscriptionId === id);
  expect((await withdraw({ cid: 1001, contractId })).status).toBe(200);
  await shop.quiet();
  expect(await listed()).toMatchObject({ amountMinor: clubMinor + 490 });
  await shop.act(`orders/${orderId}/refund`, { lines: [{ variant_id: 7502, quantity: 1 }] });
  expect(await listed()).toMatchObject({ amountMinor: clubMinor + 490 });
  await shop.act(`orders/${orderId}/refund`, { delivery: true });
  expect(await listed()).toMatchObject({ amountMinor: clubMinor });
  await shop.act(`orders/${orderId}/refund`, { lines: [{ variant_id: 7501, quantity: 1 }] });
  expect(await listed()).toBeUndefined();
});

test("counts once, by two at once and again: the first declaration's time stays", async () => {
  const own = await billedSubscription(shop, { plan_name: "Twice club" });
  const answers = await Promise.all([withdraw(own), withdraw(own)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { withdrawnAt } = await own.row();
  await goTo(shop, new Date((await now()).getTime() + 60_000));
  expect((await withdraw(own)).status).toBe(200);
  expect((await own.row()).withdrawnAt).toEqual(withdrawnAt);
  await shop.quiet();
  expect(await mailsOf(/Twice club/)).toHaveLength(1);
  const lines = (await own.timeline()).filter(({ kind }) => kind === "subscription.withdrawn");
  expect(lines).toHaveLength(1);
});

test("counts while the platform does not answer: received, told, never charged, and canceled later", async () => {
  const next_billing_date = addDays(await now(), 1, zone);
  const own = await billedSubscription(shop, { plan_name: "Outage club", next_billing_date });
  await shop.control("fail-next", { status: 500, count: 1000 });
  // What the page can show without the platform is enough to withdraw.
  const shown = await look(own, { from: "record" });
  expect(shown.choices).toMatchObject({ skip: null, withdraw: { last_day: expect.any(String) } });
  const { status, body } = await withdraw(own);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.withdrawn_at).not.toBeNull();
  await expect.poll(() => mailsOf(/withdrawn from Outage club/)).toHaveLength(1);
  expect((await own.row()).status).toBe("active");
  expect(body.contract).toMatchObject({ next_billing_date: null, next_charge_minor: null });
  await shop.control("clear-faults", {});
  const skip = { action: "resume" };
  const path = `/storefront/portal/${own.contractId}/changes`;
  expect((await shop.proxy(path, { cid: own.cid, body: skip })).status).toBe(409);
  await goTo(shop, addDays(await now(), 2, zone));
  expect((await shop.platformContract(own.contractId))?.status).toBe("cancelled");
  expect(await own.charges()).toEqual([]);
});

test("never makes a charge that had not begun, and follows one that had, while the platform cannot cancel", async () => {
  const charge = "subscriptionBillingAttemptCreate";
  for (const after of ["before-effect", "after-effect"]) {
    const own = await billedSubscription(shop, {
      next_billing_date: addDays(await now(), 1, zone),
    });
    const disconnect = { operation: charge, status: "disconnect", after, count: 100 };
    await shop.control("fail-next", disconnect);
    await shop.control("fail-next", {
      status: 500,
      count: 1000,
      operation: "subscriptionContractCancel",
    });
    const day = new Date((await own.row()).nextBillingAt as Date);
    await shop.control("webhooks", { lose: true });
    await goTo(shop, day);
    expect(await own.attempts()).toMatchObject([{ status: "starting" }]);
    expect((await withdraw(own)).status).toBe(200);
    await goTo(shop, addDays(day, 1, zone));
    await billSubscription(await shop.context(), (await own.row()).id);
    expect((await own.row()).status).toBe("active");
    const wasMade = after === "after-effect";
    expect(await own.charges()).toHaveLength(wasMade ? 1 : 0);
    expect(await own.attempts()).toMatchObject(wasMade ? [{ status: "success" }] : []);
    expect(await own.cycles()).toMatchObject([{ state: wasMade ? "paid" : "given_up" }]);
    await shop.control("clear-faults", {});
    await shop.control("webhooks", { lose: 0 });
    expect((await withdraw(own)).status).toBe(200);
    expect((await own.row()).status).toBe("cancelled");
  }
});

test("also ends what was canceled and runs on to the end of what was paid", async () => {
  const own = await billedSubscription(shop);
  const path = `/storefront/cancel-flow/${own.contractId}/cancel`;
  await shop.proxy(path, { cid: own.cid, body: {} });
  expect((await own.row()).endsAt?.getTime()).toBeGreaterThan((await now()).getTime());
  expect((await withdraw(own)).status).toBe(200);
  const { endsAt, withdrawnAt } = await own.row();
  expect(endsAt).toEqual(withdrawnAt);

  // One that has ended already did not end later.
  const over = await billedSubscription(shop, { next_billing_date: addDays(await now(), 1, zone) });
  await shop.proxy(`/storefront/cancel-flow/${over.contractId}/cancel`, {
    cid: over.cid,
    body: {},
  });
  const { endsAt: ended } = await over.row();
  await goTo(shop, addDays(await now(), 3, zone));
  expect((await withdraw(over)).status).toBe(200);
  expect((await over.row()).endsAt).toEqual(ended);
});

describe("the period", () => {
  test("ends with the fourteenth day after the one on which it was made", async () => {
    const own = await billedSubscription(shop);
    const last = startOfDay(addDays((await own.row()).platformCreatedAt, 15, zone), zone);
    await goTo(shop, new Date(last.getTime() - 60_000));
    expect((await look(own)).choices.withdraw).not.toBeNull();
    await goTo(shop, last);
    expect((await look(own)).choices.withdraw).toBeNull();
    expect(await withdraw(own)).toMatchObject({
      status: 409,
      body: { code: "change_refused", message: expect.stringContaining("is over") },
    });
    expect((await own.row()).status).toBe("active");
  });

  test("is as long as the store says, and none where it says so; fewer days than the law gives are no choice", async () => {
    const own = await billedSubscription(shop);
    await setRule({ isOn: true, days: 30 });
    const made = (await own.row()).platformCreatedAt;
    expect((await look(own)).choices.withdraw.last_day).toBe(
      formatDate(addDays(made, 30, zone), zone),
    );
    await setRule({ isOn: false, days: 30 });
    expect((await look(own)).choices.withdraw).toBeNull();
    expect(await withdraw(own)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("This store takes no withdrawals here.") },
    });
    const context = await shop.context();
    const { version } = await readPortalSettings(context, null);
    const edit = { planId: null, version, off: [], withdrawal: { isOn: true, days: 7 } };
    await expect(savePortalActions(context, edit)).rejects.toMatchObject({ code: "invalid_input" });
    await setRule({ isOn: true, days: 14 });
  });

  test("is nobody else's", async () => {
    const own = await billedSubscription(shop);
    const { cid } = await billedSubscription(shop);
    expect((await withdraw({ ...own, cid })).status).toBe(404);
    expect((await own.row()).withdrawnAt).toBeNull();
  });
});
