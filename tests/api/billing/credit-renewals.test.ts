import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { retryAttempt } from "#app/domain/billing/attempts/retry-attempt.ts";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { mergeCustomers } from "#app/domain/customer-merges/merge-customers.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, goTo, goToRetry } from "#tests/support/billed-subscription.ts";
import { type CreditOwner, creditOwner } from "#tests/support/credit-owner.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A subscription of 15.00 whose owner has store credit, and wants it to pay the renewals.

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let subscription: BilledSubscription;
let customerId: bigint;
let dueAt: Date;
let owner: CreditOwner;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  context = await shop.context();
  owner = await creditOwner(shop);
  ({ subscription, customerId, dueAt } = owner);
});

const credit = (amountMinor: number) => owner.credit(amountMinor);
const account = () => owner.account();
const entries = () => owner.entries();
const discounts = () => owner.discounts();
const lastOrder = () => owner.lastOrder();
const inDays = (days: number) => goTo(shop, addDays(dueAt, days, context.shop.ianaTimezone));

describe("credit that pays a renewal", () => {
  test("is no more than the goods cost; the rest pays the next one", async () => {
    await credit(2000);
    await goTo(shop, dueAt);
    expect(await account()).toEqual({ availableMinor: 500, heldMinor: 0 });
    const { nextBillingAt } = await subscription.row();
    if (!nextBillingAt) throw new Error("There is no next date.");
    await goTo(shop, nextBillingAt);
    expect(await account()).toEqual({ availableMinor: 0, heldMinor: 0 });
    expect((await subscription.attempts()).map(({ amountMinor }) => amountMinor)).toEqual([
      0n,
      1000n,
    ]);
  });

  test("is not taken where the customer does not want it, or there is none", async () => {
    await goTo(shop, dueAt);
    await setRenewalChoice(context, customerId, false);
    await credit(600);
    const { nextBillingAt } = await subscription.row();
    if (!nextBillingAt) throw new Error("There is no next date.");
    await goTo(shop, nextBillingAt);
    expect((await subscription.attempts()).map(({ amountMinor }) => amountMinor)).toEqual([
      1500n,
      1500n,
    ]);
    expect(await account()).toEqual({ availableMinor: 600, heldMinor: 0 });
  });

  test("is not taken from a merchant's discount of the same name that is on the contract", async () => {
    await credit(600);
    await putOnContract("Store credit", 300);
    await subscription.nextPayments("INSUFFICIENT_FUNDS", "success");
    await goTo(shop, dueAt);
    expect(await account()).toEqual({ availableMinor: 600, heldMinor: 0 });
    await goToRetry(shop, subscription);
    expect((await lastOrder()).totalMinor).toBe(1200);
    expect(await account()).toEqual({ availableMinor: 600, heldMinor: 0 });
    expect(await discounts()).toEqual(["Store credit"]);
  });

  test("goes back whole when its discount is taken off by hand before the retry", async () => {
    await credit(600);
    await putOnContract("Goodwill", 300);
    await subscription.nextPayments("INSUFFICIENT_FUNDS", "success");
    await goTo(shop, dueAt);
    const control = `contracts/${subscription.contractId}/discounts`;
    expect((await shop.control(control, { remove: "Store credit" })).status).toBe(200);
    await shop.quiet();
    await goToRetry(shop, subscription);
    expect((await lastOrder()).totalMinor).toBe(1200);
    expect(await account()).toEqual({ availableMinor: 600, heldMinor: 0 });
  });

  test("stays held for the retry, which is charged the same", async () => {
    await credit(600);
    await subscription.nextPayments("INSUFFICIENT_FUNDS", "success");
    await goTo(shop, dueAt);
    expect(await account()).toEqual({ availableMinor: 0, heldMinor: 600 });
    await goToRetry(shop, subscription);
    expect(await account()).toEqual({ availableMinor: 0, heldMinor: 0 });
    expect((await subscription.attempts()).map(({ amountMinor }) => amountMinor)).toEqual([
      900n,
      900n,
    ]);
    expect(await entries()).toEqual([
      [4, 600],
      [2, -600],
    ]);
  });

  test("goes back with its discount when the charge is given up", async () => {
    await credit(600);
    await subscription.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, dueAt);
    expect(await discounts()).toEqual(["Store credit"]);
    await context.platform.pauseContract(subscription.contractId, "customer");
    await shop.quiet();
    expect(await account()).toEqual({ availableMinor: 600, heldMinor: 0 });
    expect(await discounts()).toEqual([]);
    expect(await entries()).toEqual([[4, 600]]);
  });

  test("goes back when the contract is canceled", async () => {
    await credit(600);
    await subscription.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, dueAt);
    await context.platform.cancelContract(subscription.contractId, "customer");
    await shop.quiet();
    expect(await account()).toEqual({ availableMinor: 600, heldMinor: 0 });
  });

  test("comes back in the share of a refund", async () => {
    await credit(600);
    await goTo(shop, dueAt);
    const attempt = (await subscription.attempts()).at(-1);
    const { status } = await shop.control(`orders/${attempt?.platformOrderId}/refund`, {
      amount: "4.50",
    });
    expect(status).toBe(200);
    await shop.quiet();
    expect((await entries()).at(-1)).toEqual([3, 300]);
  });

  test.each([
    ["paid in part", 600, [3, 600]],
    ["paid whole", 1500, [3, 1500]],
  ])(
    "comes back when the order that it has %s is cancelled without a refund",
    async (_, amountMinor, back) => {
      await credit(amountMinor);
      await goTo(shop, dueAt);
      expect(await account()).toEqual({ availableMinor: 0, heldMinor: 0 });
      const attempt = (await subscription.attempts()).at(-1);
      const cancel = `orders/${attempt?.platformOrderId}/cancel`;
      expect((await shop.control(cancel, { refund: false })).status).toBe(200);
      await shop.quiet();
      expect((await entries()).at(-1)).toEqual(back);
      expect(await account()).toEqual({ availableMinor: amountMinor, heldMinor: 0 });
    },
  );

  test("pays a retry by hand, where it has come since the charge failed", async () => {
    await subscription.nextPayments("INSUFFICIENT_FUNDS", "success");
    await goTo(shop, dueAt);
    await credit(600);
    const [failed] = await subscription.attempts();
    await retryAttempt(await shop.context(), failed?.id ?? 0n);
    await shop.quiet();
    expect((await lastOrder()).totalMinor).toBe(900);
    expect(await account()).toEqual({ availableMinor: 0, heldMinor: 0 });
  });

  test("is that of the customer into whom the owner is merged while the contract is read", async () => {
    const { body } = await shop.control("customers", { first_name: "Karl", payment: null });
    await shop.quiet();
    const { id } = await context.db.prisma.customer.findFirstOrThrow({
      where: { shopId: context.shop.id, platformCustomerId: body.cid },
    });
    await credit(600);
    await passUnnoticed();
    const now = await shop.context();
    const { platform } = now;
    let isMerged = false;
    const getContract = async (contractId: number) => {
      const contract = await platform.getContract(contractId);
      if (!isMerged) await mergeCustomers(now, subscription.cid, id);
      isMerged = true;
      return contract;
    };
    const row = await subscription.row();
    await billSubscription({ ...now, platform: { ...platform, getContract } }, row.id);
    await shop.quiet();
    expect((await lastOrder()).totalMinor).toBe(900);
    const { availableMinor, heldMinor } = await readCreditAccount(context, id);
    expect({ availableMinor, heldMinor }).toEqual({ availableMinor: 0, heldMinor: 0 });
  });

  test("is held and taken off once when sixteen workers bill at once", async () => {
    await credit(600);
    await passUnnoticed();
    const results = await Promise.allSettled(Array.from({ length: 16 }, bill));
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    await shop.quiet();
    await expectPaidWithCredit();
  });

  test.each([
    "subscriptionContractUpdate",
    "subscriptionDraftDiscountAdd",
    "subscriptionDraftCommit",
  ])("is taken off once when answers to %s are lost", async (operation) => {
    await credit(600);
    await passUnnoticed();
    const lost = { status: 502, count: 4, after: "after-effect", operation };
    expect((await shop.control("fail-next", lost)).status).toBe(200);
    for (let run = 1; run <= 3; run += 1) await bill().catch(() => null);
    await shop.quiet();
    await expectPaidWithCredit();
  });

  test("goes back, and its discount too, when the charge is skipped before the discount is on the contract", async () => {
    await credit(600);
    await passUnnoticed();
    const lost = { status: 502, count: 4, operation: "subscriptionDraftCommit" };
    expect((await shop.control("fail-next", lost)).status).toBe(200);
    await expect(bill()).rejects.toThrow();
    expect(await account()).toEqual({ availableMinor: 0, heldMinor: 600 });
    await context.platform.pauseContract(subscription.contractId, "customer");
    await shop.quiet();
    expect(await account()).toEqual({ availableMinor: 600, heldMinor: 0 });
    expect(await discounts()).toEqual([]);
  });
});

/** A discount of the merchant's own, without an end. */
async function putOnContract(title: string, amountMinor: number) {
  const { platform } = context;
  const { draftId } = await platform.draftContractChange(subscription.contractId, {
    kind: "add_discount",
    title,
    value: { kind: "fixed_amount", amountMinor, currency: context.shop.currency },
    recurringCycleLimit: null,
  });
  await platform.commitContractChange(draftId, subscription.contractId);
  await shop.quiet();
}

/** The charge falls due, and the app's own worker knows nothing of it. */
async function passUnnoticed() {
  const where = { shopId: context.shop.id, kind: "bill-subscription" };
  await context.db.prisma.dueTask.deleteMany({ where });
  await inDays(1);
  expect(await subscription.charges()).toEqual([]);
}

const bill = async () => billSubscription(await shop.context(), (await subscription.row()).id);

async function expectPaidWithCredit() {
  expect((await subscription.charges()).map(({ state }) => state)).toEqual(["success"]);
  expect((await lastOrder()).totalMinor).toBe(900);
  expect(await account()).toEqual({ availableMinor: 0, heldMinor: 0 });
  expect(await discounts()).toEqual([]);
  expect(await entries()).toEqual([
    [4, 600],
    [2, -600],
  ]);
}
