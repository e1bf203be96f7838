import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishToCustomers } from "#app/domain/customers/publish-to-customers.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { creditCopy } from "#app/domain/store-credit/storefront-sync/credit-copy.ts";
import { endOfDate } from "#app/lib/calendar-date.ts";
import { addDays, addIntervals, formatDate } from "#app/lib/zoned-time.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { overdueContract } from "#tests/support/overdue-contract.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What a shopper is told of dates, credit and offers has to be so at that moment, and later.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR" });
});
afterAll(() => testApp.close());

type Contract = { cid: number; contractId: number };

const send = ({ cid, contractId }: Contract, step: string, body: unknown) =>
  shop.proxy(`/storefront/cancel-flow/${contractId}/${step}`, { cid, body });
const look = async ({ cid, contractId }: Contract) =>
  (await shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid })).body;
const advance = async (duration: string) => {
  const { status } = await shop.control("clock", { advance: duration });
  expect(status).toBe(200);
};
const businessNow = async () => (await shop.context()).clock.now().getTime();
const inDays = async (days: number) =>
  addDays(new Date(await businessNow()), days, "Europe/Berlin").toISOString();
const dayOf = (iso: string) => formatDate(new Date(iso), "Europe/Berlin");

/** A contract whose charge is overdue; a paused one has a date that has passed. */
async function overdue(status: string, days: number, contract = {}): Promise<Contract> {
  if (status !== "paused") return overdueContract(shop, days, { ...contract, status });
  const dates = { created_at: await inDays(-days - 70), next_billing_date: await inDays(-days) };
  return shop.createContract({ ...contract, ...dates, status });
}

async function rowOf({ contractId }: Contract) {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
}

/** Gives credit; the plan's own is forfeited when the contract ends. */
async function give(contract: Contract, amountMinor: number, isOfPlan: boolean) {
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
    ...(isOfPlan && { planId }),
  });
}

describe("store credit that ends with the contract", () => {
  test("is told before the cancellation and on the receipt, apart from what stays", async () => {
    const contract = await shop.createContract({ next_billing_date: await inDays(10) });
    await give(contract, 1100, true);
    await give(contract, 250, false);
    const told = { store_credit_minor: 250, forfeited_credit_minor: 1100 };
    expect(await look(contract)).toMatchObject(told);
    expect((await send(contract, "reason", { reason: null })).body).toMatchObject(told);
    const request = { idempotency_key: randomUUID() };
    const receipt = (await send(contract, "cancel", request)).body;
    expect(receipt).toMatchObject({ ...told, ends_on: dayOf(await inDays(10)) });
    await advance("P11D");
    const { body: later } = await send(contract, "cancel", {});
    expect(later).toMatchObject({ ...told, ends_on: null, reference: receipt.reference });
  });

  test("is told as gone at once where nothing is paid for any more, however late one asks", async () => {
    const contract = await overdueContract(shop, 3);
    await give(contract, 1100, true);
    expect(await look(contract)).toMatchObject({
      forfeited_credit_minor: 1100,
      contract: { ends_on: null },
    });
    const told = { store_credit_minor: 0, forfeited_credit_minor: 1100, ends_on: null };
    expect((await send(contract, "cancel", {})).body).toMatchObject(told);
    await advance("PT1M");
    expect((await send(contract, "cancel", {})).body).toMatchObject(told);
  });

  test("that expires before, or that an offer takes back, is no credit that stays", async () => {
    const contract = await shop.createContract({ next_billing_date: await inDays(10) });
    await give(contract, 250, false);
    const context = await shop.context();
    const { customerId } = await rowOf(contract);
    const expiresAt = new Date(await inDays(4));
    await postCredit(context, {
      customerId: customerId ?? 0n,
      unit: "money",
      amountMinor: 500,
      typeCode: CREDIT_TYPES.promotion,
      message: "A present",
      parts: [
        { amountMinor: 300, expiresAt },
        { amountMinor: 200, expiresAt: new Date(await inDays(40)) },
      ],
    });
    const expiring = { amount_minor: 300, currency: "EUR", date: dayOf(await inDays(4)) };
    expect(await look(contract)).toMatchObject({
      store_credit_minor: 450,
      ending_credit: [expiring],
    });
    const rules = {
      type: "add_store_credits",
      credit_amount: "10.00",
      expires_in_days: 365,
    } as const;
    const offer = await createOffer(shop, rules);
    await offerFor(shop, "other", offer);
    const { flow_id } = (await send(contract, "reason", { reason: "other" })).body;
    const accept = { offer_id: offer, flow_id, idempotency_key: randomUUID() };
    expect((await send(contract, "accept", accept)).status).toBe(200);
    const offered = { amount_minor: 1000, currency: "EUR", date: dayOf(await inDays(1)) };
    const told = { store_credit_minor: 450, ending_credit: [offered, expiring] };
    expect(await look(contract)).toMatchObject(told);
    expect((await send(contract, "cancel", {})).body).toMatchObject(told);
    await advance("P12D");
    const balance = (await shop.core(`/store-credits/${contract.cid}`)).body.data.balance;
    expect(balance).toBe("4.50");
  });

  test("can be used until the end of the day that is told", async () => {
    const contract = await shop.createContract({ next_billing_date: await inDays(10) });
    await give(contract, 1100, true);
    const { ends_on } = (await send(contract, "cancel", {})).body;
    const balance = async () =>
      (await shop.core(`/store-credits/${contract.cid}`)).body.data.balance;
    const end = endOfDate(ends_on, "Europe/Berlin")?.getTime() ?? 0;
    const secondsLeft = Math.floor((end - (await businessNow())) / 1000);
    await advance(`PT${secondsLeft - 60}S`);
    expect(await balance()).toBe("11.00");
    await advance("PT2M");
    expect(await balance()).toBe("0.00");
  });

  test("is on the credit's own card with the day on which it goes, once the contract is cancelled", async () => {
    const contract = await shop.createContract({ next_billing_date: await inDays(10) });
    await give(contract, 1100, true);
    const { ends_on } = (await send(contract, "cancel", {})).body;
    const { cid } = contract;
    const next = async () =>
      (await shop.proxy("/storefront/store-credit", { cid })).body.next_expiry;
    expect(await next()).toMatchObject({ amount: "11.00", date: ends_on });
    const context = await shop.context();
    const { id } = await context.db.prisma.customer.findFirstOrThrow({
      where: { shopId: context.shop.id, platformCustomerId: BigInt(cid) },
    });
    await publishToCustomers(context, [{ copy: creditCopy, customerIds: [id] }]);
    const published = await readPublished(shop, cid, "store_credit");
    expect(published.next_expiry).toEqual({ amount_minor: 1100, date: ends_on });
    await advance("P12D");
    expect(await next()).toBeNull();
  });

  test("that has been spent since is not told as forfeited", async () => {
    const contract = await shop.createContract({ next_billing_date: await inDays(10) });
    await give(contract, 1100, true);
    await send(contract, "cancel", {});
    await give(contract, -400, false);
    expect(await look(contract)).toMatchObject({ forfeited_credit_minor: 700 });
  });
});

describe("the end of a contract", () => {
  test("is the next charge of one that is paid", async () => {
    const contract = await shop.createContract({ next_billing_date: await inDays(9) });
    expect((await look(contract)).contract.ends_on).toBe(dayOf(await inDays(9)));
  });

  test.each(["active", "paused", "failed"])(
    "is never a date of the past, of one that is %s and overdue",
    async (status) => {
      const contract = await overdue(status, 9);
      expect((await look(contract)).contract.ends_on).toBeNull();
      const { body } = await send(contract, "cancel", {});
      expect(body).toMatchObject({ ends_on: null, contract: { ends_on: null } });
      const { endsAt, cancelledAt } = await rowOf(contract);
      expect(endsAt).toEqual(cancelledAt);
    },
  );

  test("moves into the past with the clock, and is told as past", async () => {
    const contract = await shop.createContract({ next_billing_date: await inDays(2) });
    const { body } = await send(contract, "cancel", {});
    expect(body.ends_on).toBe(dayOf(await inDays(2)));
    await advance("P3D");
    expect((await look(contract)).contract).toMatchObject({ status: "cancelled", ends_on: null });
  });
});

const TWO_MONTHS = { unit: "month", count: 2 } as const;

describe("an offer", () => {
  test("of another rhythm names no date of the past, and can be accepted as it was shown", async () => {
    const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
    await offerFor(shop, "enough_items", await createOffer(shop, rules));
    for (const status of ["active", "paused", "failed"]) {
      const rhythm = { interval_name: "week", interval_count: 8 };
      const contract = await overdue(status, 100, rhythm);
      const { nextBillingAt } = await rowOf(contract);
      // Of a charge that failed and is owed, the second date after it: the first one has passed as well.
      const due = nextBillingAt
        ? addIntervals(nextBillingAt, TWO_MONTHS, 2, "Europe/Berlin")
        : null;
      const day = status !== "paused" && due ? dayOf(due.toISOString()) : null;
      const { body: shown } = await send(contract, "reason", { reason: "enough_items" });
      expect(shown.offer.frequency, status).toMatchObject({
        to_unit: "month",
        next_billing_date: day,
      });
      const accepted = await send(contract, "accept", {
        flow_id: shown.flow_id,
        offer_id: shown.offer.id,
        idempotency_key: randomUUID(),
      });
      expect(accepted.status, `${status} ${JSON.stringify(accepted.body)}`).toBe(200);
      expect(accepted.body.applied.frequency.next_billing_date).toBe(day);
    }
  });

  test("of a discount says no date of the past for the full price", async () => {
    const rules = {
      type: "discount_price",
      discount_type: "percentage",
      discount_value: 20,
      cycles: 1,
    } as const;
    await offerFor(shop, "too_expensive", await createOffer(shop, rules));
    const contract = await overdueContract(shop, 60, { price: "15.00" });
    const { body } = await send(contract, "reason", { reason: "too_expensive" });
    expect(body.offer.discount).toMatchObject({ cycles: 1, full_price_from: null });
  });

  test("tells no date of a charge that nobody knows, on a contract that is paused without an end", async () => {
    const status = "paused";
    const rhythm = {
      type: "change_frequency",
      interval_count: 2,
      interval_name: "month",
    } as const;
    await offerFor(shop, "enough_items", await createOffer(shop, rhythm));
    const rules = { type: "discount_price", discount_type: "percentage" } as const;
    const id = await createOffer(shop, { ...rules, discount_value: 20, cycles: 3 });
    await offerFor(shop, "order_issues", id);
    const contract = await shop.createContract({ status, next_billing_date: await inDays(10) });
    const { body: other } = await send(contract, "reason", { reason: "enough_items" });
    expect(other.offer.frequency).toMatchObject({ to_count: 2, next_billing_date: null });
    const { body: shown } = await send(contract, "reason", { reason: "order_issues" });
    const unknown = { cycles: 3, full_price_from: null };
    expect(shown.offer.discount).toMatchObject(unknown);
    const { body } = await send(contract, "accept", {
      flow_id: shown.flow_id,
      offer_id: shown.offer.id,
      idempotency_key: randomUUID(),
    });
    expect(body.applied.discount).toMatchObject(unknown);
    expect(body.contract).toMatchObject({ status: "paused", next_billing_date: null });
    expect((await look(contract)).active_offer.discount).toMatchObject(unknown);
  });

  test("of a discount counts its renewals from the charge after a pause that has an end", async () => {
    const rules = { type: "discount_price", discount_type: "percentage" } as const;
    const id = await createOffer(shop, { ...rules, discount_value: 20, cycles: 1 });
    await offerFor(shop, "not_found_products", id);
    const contract = await shop.createContract({
      interval_name: "week",
      next_billing_date: await inDays(5),
    });
    const row = await rowOf(contract);
    await shop.core(`/subscriptions/sub_${row.id}/pause`, { body: { duration: 7 } });
    const { body: shown } = await send(contract, "reason", { reason: "not_found_products" });
    expect(shown.contract.next_billing_date).toBe(dayOf(await inDays(12)));
    expect(shown.offer.discount.full_price_from).toBe(dayOf(await inDays(19)));
  });

  test("of a discount is not shown where another one lowers the next charge, and the next offer is", async () => {
    const rhythm = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
    const other = await createOffer(shop, rhythm);
    await offerFor(shop, "not_using_enough", other);
    const rules = { type: "discount_price", discount_type: "percentage" } as const;
    const id = await createOffer(shop, { ...rules, discount_value: 20, cycles: 3 });
    await offerFor(shop, "not_using_enough", id, -2);
    const contract = await shop.createContract({ price: "15.00", delivery_price: "4.90" });
    const offered = async () =>
      (await send(contract, "reason", { reason: "not_using_enough" })).body.offer.id;
    expect(await offered()).toBe(id);
    const { platform } = await shop.context();
    const { draftId } = await platform.draftContractChange(contract.contractId, {
      kind: "add_discount",
      title: "Somebody else's discount",
      value: { kind: "percentage", percentage: 20 },
      recurringCycleLimit: null,
    });
    await platform.commitContractChange(draftId, contract.contractId);
    await shop.quiet();
    expect((await look(contract)).contract).toMatchObject({
      price_minor: 1500,
      next_charge_minor: 1690,
    });
    expect(await offered()).toBe(other);
    const path = `/membership/churn/${contract.contractId}/offers/${id}/activation`;
    const { status, body } = await shop.proxy(path, { key: shop.key, method: "POST" });
    expect(status, JSON.stringify(body)).toBe(200);
  });

  test("that the platform refuses leaves words of ours for the merchant, and never the platform's", async () => {
    const rules = { type: "discount_price", discount_type: "percentage" } as const;
    const id = await createOffer(shop, { ...rules, discount_value: 30, cycles: 2 });
    await offerFor(shop, "technical_issues", id);
    const contract = await shop.createContract({ price: "15.00" });
    const { body: shown } = await send(contract, "reason", { reason: "technical_issues" });
    const words = "Boom 0x7f";
    const refusal = { code: "HAS_FUTURE_EDITS", message: words };
    await shop.control("refuse-next", { operation: "subscriptionDraftCommit", ...refusal });
    const refused = await send(contract, "accept", {
      flow_id: shown.flow_id,
      offer_id: shown.offer.id,
      idempotency_key: randomUUID(),
    });
    expect(refused).toMatchObject({ status: 422, body: { code: "platform_refused" } });
    const { id: subscriptionId } = await rowOf(contract);
    const { db, shop: row } = await shop.context();
    const lines = await db.prisma.activity.findMany({ where: { shopId: row.id, subscriptionId } });
    const told = lines.map(({ message }) => message).join(" ");
    expect(told).toContain(
      "The offer could not be applied: a later charge of the contract was edited by hand.",
    );
    expect(told).not.toContain(words);
  });
});

describe("what a shopper is told of a refusal", () => {
  const words = "Boom 0x7f";
  const refuse = async (operation: string, code: string) => {
    const { status } = await shop.control("refuse-next", { operation, code, message: words });
    expect(status).toBe(200);
  };
  const expectPlain = ({ status, body }: Awaited<ReturnType<typeof send>>) => {
    expect([status, body.code]).toEqual([422, "platform_refused"]);
    expect(body.message).toMatch(/^The store cannot do that just now\./);
    expect(JSON.stringify(body)).not.toMatch(/Boom|platform (refused|said)/i);
  };

  test("is plain words, whatever the platform says: for an offer, a cancellation and credit on hold", async () => {
    const rules = { type: "discount_price", discount_type: "percentage" } as const;
    const id = await createOffer(shop, { ...rules, discount_value: 30, cycles: 2 });
    await offerFor(shop, "use_another_service", id);
    const contract = await shop.createContract({ price: "15.00" });
    const { body: shown } = await send(contract, "reason", { reason: "use_another_service" });
    await refuse("subscriptionDraftCommit", "HAS_FUTURE_EDITS");
    const acceptance = { flow_id: shown.flow_id, offer_id: id, idempotency_key: randomUUID() };
    expectPlain(await send(contract, "accept", acceptance));
    await refuse("subscriptionContractCancel", "INVALID");
    expectPlain(await send(contract, "cancel", {}));
    await give(contract, 1000, false);
    await refuse("discountCodeBasicCreate", "INTERNAL_ERROR");
    expectPlain(await shop.proxy("/storefront/store-credit/hold", { cid: contract.cid, body: {} }));
  });

  test("has the platform's own reason for whoever calls the Churn API", async () => {
    const rules = { type: "discount_price", discount_type: "percentage" } as const;
    const id = await createOffer(shop, { ...rules, discount_value: 30, cycles: 2 });
    const { contractId } = await shop.createContract({ price: "15.00" });
    await refuse("subscriptionDraftCommit", "HAS_FUTURE_EDITS");
    const path = `/membership/churn/${contractId}/offers/${id}/activation`;
    const { status, body } = await shop.proxy(path, { key: shop.key, method: "POST" });
    expect(status).toBe(422);
    expect(body.message).toContain(words);
  });

  test("names nothing that the app lacks on the platform", async () => {
    const contract = await shop.createContract({ price: "15.00" });
    await shop.control("protected-data", { approved: [] });
    const { cid, contractId } = contract;
    const { status, body } = await shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid });
    await shop.control("protected-data", {
      approved: ["customer_data", "name", "email", "phone", "address"],
    });
    expect([status, body]).toEqual([
      503,
      {
        message: "The store does not answer just now. Try again.",
        code: "platform_unavailable",
      },
    ]);
  });
});
