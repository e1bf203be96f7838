import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { refreshContract } from "#app/domain/subscriptions/store-contract.ts";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { failNextCharge } from "#tests/support/overdue-contract.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What is paid for is decided by the charges: no offer, new date or pause makes it longer or shorter.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
  await offerFor(shop, "enough_items", await createOffer(shop, rules));
});
afterAll(() => testApp.close());

type Contract = { cid: number; contractId: number };

const send = ({ cid, contractId }: Contract, step: string, body: unknown) =>
  shop.proxy(`/storefront/cancel-flow/${contractId}/${step}`, { cid, body });
const look = async ({ cid, contractId }: Contract) =>
  (await shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid })).body;
const now = async () => (await shop.context()).clock.now();
const goTo = async (instant: Date) => {
  const seconds = Math.ceil((instant.getTime() - (await now()).getTime()) / 1000);
  const { status, body } = await shop.control("clock", { advance: `PT${seconds}S` });
  expect(status, JSON.stringify(body)).toBe(200);
};
const dayOf = (instant: Date) => formatDate(instant, zone);
/** A monthly contract that is charged again in ten days or more, on a day that every month has. */
async function monthly(): Promise<Contract & { due: Date }> {
  const due = addDays(await now(), 10, zone);
  due.setUTCHours(9, 0, 0, 0);
  while (due.getUTCDate() > 20) due.setUTCDate(due.getUTCDate() + 1);
  const contract = await shop.createContract({ price: "15.00", next_billing_date: due });
  return { ...contract, due };
}
const later = (instant: Date, days: number) => addDays(instant, days, zone);
const months = (instant: Date, count: number) =>
  addInterval(instant, { unit: "month", count }, zone);

async function rowOf({ contractId }: Contract) {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
}

/** Credit of the contract's plan, which is forfeited when the contract ends. */
async function givePlanCredit(contract: Contract, amountMinor: number) {
  const context = await shop.context();
  const { customerId, planId } = await rowOf(contract);
  if (!customerId || !planId) throw new Error("The contract has no customer or no plan.");
  await context.db.prisma.plan.update({
    where: { shopId_id: { shopId: context.shop.id, id: planId } },
    data: { creditForfeitOnCancel: true },
  });
  await postCredit(context, {
    customerId,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.membership,
    message: "Membership credit",
    planId,
  });
}

async function acceptTwoMonths(contract: Contract) {
  const { body: shown } = await send(contract, "reason", { reason: "enough_items" });
  const accepted = await send(contract, "accept", {
    flow_id: shown.flow_id,
    offer_id: shown.offer.id,
    idempotency_key: randomUUID(),
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await shop.quiet();
  return accepted.body;
}

const idOf = ({ contractId }: Contract) => `gid://shopify/SubscriptionContract/${contractId}`;

/** The platform takes the money for the charge that is due. */
async function charge(contract: Contract) {
  const query = `mutation($id: ID!, $key: String!) {
    subscriptionBillingAttemptCreate(subscriptionContractId: $id,
      subscriptionBillingAttemptInput: { idempotencyKey: $key }) { userErrors { message } } }`;
  const data = await askPlatform(shop, query, { id: idOf(contract), key: randomUUID() });
  expect(data.subscriptionBillingAttemptCreate.userErrors).toEqual([]);
  await shop.quiet();
}

async function moveNextCharge(contract: Contract, date: Date) {
  const query = `mutation($id: ID!, $date: DateTime!) {
    subscriptionContractSetNextBillingDate(contractId: $id, date: $date) { userErrors { message } } }`;
  const data = await askPlatform(shop, query, { id: idOf(contract), date: date.toISOString() });
  expect(data.subscriptionContractSetNextBillingDate.userErrors).toEqual([]);
  await shop.quiet();
}

/** The day on which the contract ends, by all that a shopper reads: before the cancellation, on the receipt, later. */
async function endingOf(contract: Contract, forfeitedMinor = 0) {
  const before = await look(contract);
  const card = async () =>
    (await readPublished(shop, contract.cid, "customer_subscription1")).contracts[0].ends_on;
  const cardBefore = await card();
  const { body: receipt } = await send(contract, "cancel", { idempotency_key: randomUUID() });
  await shop.quiet();
  const days = [before.contract.ends_on, cardBefore, receipt.ends_on, receipt.contract.ends_on];
  const { endsAt } = await rowOf(contract);
  if (before.contract.ends_on !== null) days.push(await card(), endsAt && dayOf(endsAt));
  expect(new Set(days).size, JSON.stringify(days)).toBe(1);
  const told = [before.forfeited_credit_minor, receipt.forfeited_credit_minor];
  expect(told).toEqual([forfeitedMinor, forfeitedMinor]);
  return before.contract.ends_on;
}

describe("what is paid for", () => {
  test("does not get longer by an offer of a longer rhythm, and the plan's credit ends with it", async () => {
    const contract = await monthly();
    await givePlanCredit(contract, 1100);
    const { contract: after } = await acceptTwoMonths(contract);
    expect(after).toMatchObject({
      next_billing_date: dayOf(months(contract.due, 1)),
      ends_on: dayOf(contract.due),
    });
    expect(await endingOf(contract, 1100)).toBe(dayOf(contract.due));
    await goTo(later(contract.due, 1));
    const { body: late } = await send(contract, "cancel", {});
    expect(late).toMatchObject({ forfeited_credit_minor: 1100, ends_on: null });
    const { db, shop: row } = await shop.context();
    const { customerId } = await rowOf(contract);
    const account = { shopId: row.id, customerId: customerId ?? 0n, unit: "money" };
    const { availableMinor } = await db.prisma.creditAccount.findFirstOrThrow({ where: account });
    expect(availableMinor).toBe(0n);
  });

  test("grows with each charge by the rhythm of that moment", async () => {
    const contract = await monthly();
    await goTo(later(contract.due, 0));
    expect((await look(contract)).contract.ends_on).toBe(dayOf(months(contract.due, 1)));
    await acceptTwoMonths(contract);
    expect((await look(contract)).contract).toMatchObject({
      next_billing_date: dayOf(months(contract.due, 2)),
      ends_on: dayOf(months(contract.due, 1)),
    });
    await goTo(months(contract.due, 2));
    expect(await endingOf(contract)).toBe(dayOf(months(contract.due, 4)));
  });

  test("does not move with a charge that is put off or brought forward", async () => {
    const putOff = await monthly();
    await moveNextCharge(putOff, months(putOff.due, 1));
    expect(await endingOf(putOff)).toBe(dayOf(putOff.due));
    const sooner = await monthly();
    await moveNextCharge(sooner, later(sooner.due, -5));
    expect(await endingOf(sooner)).toBe(dayOf(sooner.due));
  });

  test("goes by the new date of the next charge where a late payment has moved it", async () => {
    const contract = await monthly();
    await failNextCharge(shop, contract.contractId);
    await goTo(later(contract.due, 4));
    expect((await look(contract)).contract.ends_on).toBeNull();
    // Whoever charges moves the date with it: nobody has heard of the payment before.
    await shop.control("webhooks", { lose: true });
    await charge(contract);
    await shop.control("webhooks", { lose: false });
    const next = months(await now(), 1);
    await moveNextCharge(contract, next);
    expect(await endingOf(contract)).toBe(dayOf(next));
  });

  describe("with a pause", () => {
    const change = async (contract: Contract, action: string, body = {}) =>
      shop.core(`/subscriptions/sub_${(await rowOf(contract)).id}/${action}`, { body });
    const pauseFor = async (contract: Contract, days: number) => {
      expect((await change(contract, "pause", { duration: days })).status).toBe(200);
      await shop.quiet();
    };
    const expectActive = async (contract: Contract, next: Date, end: Date) => {
      const told = { status: "active", next_billing_date: dayOf(next), ends_on: dayOf(end) };
      expect((await look(contract)).contract).toMatchObject(told);
    };

    test("does not get longer while it lasts", async () => {
      const contract = await monthly();
      await pauseFor(contract, 30);
      expect(await endingOf(contract)).toBe(dayOf(contract.due));
    });

    test("that has ended, and a date that is set later, move the next charge alone", async () => {
      const contract = await monthly();
      await pauseFor(contract, 5);
      await goTo(later(await now(), 6));
      await shop.quiet();
      const next = later(contract.due, 5);
      await expectActive(contract, next, contract.due);
      await moveNextCharge(contract, later(next, 20));
      expect(await endingOf(contract)).toBe(dayOf(contract.due));
    });

    test("that is ended early leaves it where the charge before it has set it, until the charge after it", async () => {
      const contract = await monthly();
      await goTo(later(contract.due, 0));
      await pauseFor(contract, 60);
      await goTo(later(await now(), 10));
      expect((await change(contract, "resume")).status).toBe(200);
      await shop.quiet();
      const paid = months(contract.due, 1);
      const next = later(paid, 10);
      await expectActive(contract, next, paid);
      await goTo(later(next, -8));
      expect((await look(contract)).contract.ends_on).toBeNull();
      // Later on that day, by as long as it took to get here.
      await goTo((await rowOf(contract)).nextBillingAt ?? next);
      expect(await endingOf(contract)).toBe(dayOf(months(next, 1)));
    });

    test("whose end the platform takes in two steps moves nothing either", async () => {
      const contract = await monthly();
      await pauseFor(contract, 60);
      await goTo(later(await now(), 3));
      const operation = "subscriptionContractActivate";
      await shop.control("fail-next", { status: 502, count: 100, operation });
      expect((await change(contract, "resume")).status).toBe(500);
      const between = await refreshContract(await shop.context(), contract.contractId);
      await shop.control("clear-faults");
      const date = later(contract.due, 3);
      expect(between?.status).toBe("paused");
      expect(between?.nextBillingAt && dayOf(between.nextBillingAt)).toBe(dayOf(date));
      await change(contract, "resume");
      await shop.quiet();
      await expectActive(contract, date, contract.due);
    });

    test("pays for nothing where nothing was paid for any more when it began", async () => {
      const contract = await monthly();
      await failNextCharge(shop, contract.contractId);
      await goTo(later(contract.due, 2));
      await pauseFor(contract, 5);
      await goTo(later(await now(), 6));
      await shop.quiet();
      const { contract: resumed } = await look(contract);
      expect(resumed).toMatchObject({ status: "active", ends_on: null });
    });
  });
});
