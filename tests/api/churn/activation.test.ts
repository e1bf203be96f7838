import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR" });
});
afterAll(() => testApp.close());

const twentyOff = {
  type: "discount_price",
  discount_type: "percentage",
  discount_value: 20,
  cycles: 3,
} as const;
const tenCredit = {
  type: "add_store_credits",
  credit_amount: "10.00",
  expires_in_days: null,
} as const;
const activationPath = (contractId: number | string, offerId: number | string) =>
  `/membership/churn/${contractId}/offers/${offerId}/activation`;
const activate = (contractId: number | string, offerId: number | string, key = shop.key) =>
  shop.proxy(activationPath(contractId, offerId), { key, method: "POST" });
const listApplied = (contractId: number) =>
  shop.proxy(`/membership/churn/${contractId}/offers`, { key: shop.key });

describe("activation of an offer", () => {
  test("discount_price: the discount stands on the platform's contract, and the reward describes it", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, twentyOff, "20% off");
    const { status, body } = await activate(contractId, offerId);

    expect(status).toBe(200);
    expect(body).toEqual({
      offer: {
        id: offerId,
        name: "20% off",
        description: "",
        type: "discount_price",
        rules: { discount_type: "percentage", discount_value: 20 },
      },
      reward: {
        gid: expect.stringMatching(/^gid:\/\/platform\/SubscriptionManualDiscount\//),
        title: "20% off",
        target_type: "LINE_ITEM",
        recurring_cycle_limit: 3,
        usage_count: 0,
        applies_on_each_item: expect.any(Boolean),
        discount_type: "percentage",
        value: 20,
        deleted_at: null,
      },
      status: "Active",
      deleted_at: null,
    });
    const contract = await shop.platformContract(contractId);
    expect(contract?.discounts).toMatchObject([
      { recurringCycleLimit: 3, value: { kind: "percentage", percentage: 20 } },
    ]);
    expect((await listApplied(contractId)).body).toEqual([body]);
  });

  test("discount_price with a fixed amount: the amount is in the contract's currency", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const rules = { ...twentyOff, discount_type: "fixed_amount", discount_value: 2.5 } as const;
    const { body } = await activate(contractId, await createOffer(shop, rules));
    expect(body.reward).toMatchObject({ discount_type: "fixed_amount", value: 2.5 });
    const contract = await shop.platformContract(contractId);
    expect(contract?.discounts[0]?.value).toEqual({
      kind: "fixed_amount",
      amountMinor: 250,
      currency: "EUR",
    });
  });

  test("change_frequency: billing and delivery change together, and the next date is given in UTC", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
    const { status, body } = await activate(contractId, await createOffer(shop, rules));
    expect(status).toBe(200);
    expect(body.reward).toEqual({
      interval_count: 2,
      interval_name: "MONTH",
      next_billing_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
    expect(await shop.platformContract(contractId)).toMatchObject({
      interval: { unit: "month", count: 2 },
      deliveryInterval: { unit: "month", count: 2 },
      nextBillingAt: new Date(body.reward.next_billing_date),
    });
  });

  test("add_store_credits: a grant with its own expiry is in the customer's ledger", async () => {
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    const rules = {
      type: "add_store_credits",
      credit_amount: "10.00",
      expires_in_days: 90,
    } as const;
    const { status, body } = await activate(contractId, await createOffer(shop, rules));
    expect(status).toBe(200);
    expect(body.reward).toEqual({
      credit_amount: "10.00",
      currency: "EUR",
      store_credit_balance: "10.00",
      expires_at: expect.stringMatching(/Z$/),
    });
    const { db, shop: row } = await shop.context();
    const customer = { shopId: row.id, customer: { platformCustomerId: BigInt(cid) } };
    const entries = await db.prisma.creditEntry.findMany({ where: customer });
    expect(entries).toMatchObject([{ amountMinor: 1000n, typeCode: 9 }]);
  });

  test("64 at once on one contract: one 200, 63 times 403, one discount on the platform", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, twentyOff);
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => activate(contractId, offerId)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(63);
    expect((await shop.platformContract(contractId))?.discounts).toHaveLength(1);
  });

  test("a second offer on the same contract is refused, whichever it is", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    await activate(contractId, await createOffer(shop, twentyOff));
    const { status, body } = await activate(contractId, await createOffer(shop, twentyOff));
    expect(status).toBe(403);
    expect(body.message).toMatch(/only one offer/i);
  });

  test("404 for a contract or an offer that does not exist, in any spelling", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, twentyOff);
    for (const wrong of ["999999999", "0", "-1", "abc", "1.5", "9".repeat(30), "%00"]) {
      expect((await activate(wrong, offerId)).status, `contract ${wrong}`).toBe(404);
      expect((await activate(contractId, wrong)).status, `offer ${wrong}`).toBe(404);
    }
    expect((await listApplied(999_999_999)).status).toBe(404);
  });

  test("404 for an offer that is switched off or archived", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, twentyOff);
    const { db, shop: row } = await shop.context();
    const key = { shopId_id: { shopId: row.id, id: BigInt(offerId) } };
    await db.prisma.churnOffer.update({ where: key, data: { active: false } });
    expect((await activate(contractId, offerId)).status).toBe(404);
    await db.prisma.churnOffer.update({
      where: key,
      data: { active: true, archivedAt: new Date() },
    });
    expect((await activate(contractId, offerId)).status).toBe(404);
  });

  test("404 for another store's contract and for another store's offer", async () => {
    const stranger = await testApp.createShop();
    const theirs = await stranger.createContract({ price: "15.00" });
    const theirOffer = await createOffer(stranger, twentyOff);
    const ours = await shop.createContract({ price: "15.00" });
    const ourOffer = await createOffer(shop, twentyOff);
    expect((await activate(ours.contractId, ourOffer, stranger.key)).status).toBe(401);
    const { db, shop: row } = await shop.context();
    const isOurs = await db.prisma.subscription.count({
      where: { shopId: row.id, platformContractId: BigInt(theirs.contractId) },
    });
    if (isOurs === 0) expect((await activate(theirs.contractId, ourOffer)).status).toBe(404);
    const sameId = await db.prisma.churnOffer.count({
      where: { shopId: row.id, id: BigInt(theirOffer) },
    });
    expect(sameId).toBe(0);
    expect((await activate(ours.contractId, theirOffer)).status).toBe(404);
  });

  test("404 on a contract that is cancelled", async () => {
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} });
    expect((await activate(contractId, await createOffer(shop, twentyOff))).status).toBe(404);
  });
});

describe("when the platform does not do what it is asked", () => {
  test("404 on a contract that was canceled elsewhere and of which no word has come: also no credit is given", async () => {
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, tenCredit);
    await shop.control("webhooks", { lose: true });
    const { platform } = await shop.context();
    await platform.cancelContract(contractId, "merchant");
    await shop.control("webhooks", { lose: false });
    expect((await activate(contractId, offerId)).status).toBe(404);
    const { body } = await shop.core(`/store-credits/${cid}`);
    expect(body.data.balance).toBe("0.00");
  });

  test("503 while the platform does not answer: nothing is given, and the next request succeeds", async () => {
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, tenCredit);
    await shop.control("fail-next", { operation: "subscriptionContract", status: 503, count: 20 });
    expect((await activate(contractId, offerId)).status).toBe(503);
    expect((await shop.core(`/store-credits/${cid}`)).body.data.balance).toBe("0.00");
    await shop.control("clear-faults");
    expect((await activate(contractId, offerId)).status).toBe(200);
    expect((await shop.core(`/store-credits/${cid}`)).body.data.balance).toBe("10.00");
  });

  test("a refused draft leaves no active offer, tells the platform's reason with 422, and frees the place", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, twentyOff);
    await shop.control("refuse-next", {
      operation: "subscriptionDraftDiscountAdd",
      code: "TOO_MANY_DISCOUNTS",
      message: "Too many discounts on this contract",
    });
    const refused = await activate(contractId, offerId);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: true,
      message: expect.stringContaining("Too many discounts"),
      data: "{}",
    });
    expect((await listApplied(contractId)).body).toEqual([]);
    expect((await shop.platformContract(contractId))?.discounts).toEqual([]);
    expect((await activate(contractId, offerId)).status).toBe(200);
  });

  test("a refused commit leaves no active offer either", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    await shop.control("refuse-next", {
      operation: "subscriptionDraftCommit",
      code: "HAS_FUTURE_EDITS",
      message: "The contract has future edits",
    });
    const refused = await activate(contractId, await createOffer(shop, twentyOff));
    expect(refused.status).toBe(422);
    expect((await listApplied(contractId)).body).toEqual([]);
    expect((await shop.platformContract(contractId))?.discounts).toEqual([]);
  });

  test("a contract that changed under the draft gets a new draft, and one discount", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    await shop.control("refuse-next", {
      operation: "subscriptionDraftCommit",
      code: "STALE_CONTRACT",
      message: "The contract has changed",
    });
    expect((await activate(contractId, await createOffer(shop, twentyOff))).status).toBe(200);
    expect((await shop.platformContract(contractId))?.discounts).toHaveLength(1);
  });
});
