import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let offerId: number;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR" });
  offerId = await createOffer(
    shop,
    { type: "discount_price", discount_type: "percentage", discount_value: 20, cycles: 3 },
    "20% off",
  );
  await offerFor(shop, "too_expensive", offerId);
});
afterAll(() => testApp.close());

type Contract = { cid: number; contractId: number };
const send = ({ cid, contractId }: Contract, step: string, body: unknown) =>
  shop.proxy(`/storefront/cancel-flow/${contractId}/${step}`, { cid, body });
const look = ({ cid, contractId }: Contract) =>
  shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid });
const monthly = () => shop.createContract({ price: "15.00" });

/** The membership page as the storefront serves it to the contract's owner. */
async function membershipPage({ cid }: Contract): Promise<string> {
  const { headers } = await shop.control("login", { cid });
  const answer = await fetch(`${shop.devstoreUrl}/pages/membership`, {
    headers: {
      cookie: headers.get("set-cookie")?.split(";")[0] ?? "",
      "x-forwarded-host": shop.domain,
    },
  });
  return answer.text();
}

describe("a query that is not admitted", () => {
  test.each(["a[]", "Page", "utm-source"])(
    "with a parameter %s of its own is answered",
    async (name) => {
      const contract = await monthly();
      const { status } = await shop.proxy(`/storefront/cancel-flow/${contract.contractId}`, {
        cid: contract.cid,
        query: { [name]: "1" },
      });
      expect(status).toBe(200);
    },
  );
});

describe("the card on the storefront", () => {
  test("says of a contract whose payment failed that it did, and not that it is paused", async () => {
    const failed = await membershipPage(await shop.createContract({ status: "failed" }));
    expect(failed).toContain(">Payment failed<");
    expect(failed).not.toContain(">Paused<");
    const paused = await membershipPage(await shop.createContract({ status: "paused" }));
    expect(paused).toContain(">Paused<");
  });
});

describe("the cancel flow's endpoints", () => {
  test("a shopper sees their own contract as it is, and the reasons to choose from", async () => {
    const contract = await monthly();
    const { status, body } = await look(contract);
    expect(status).toBe(200);
    expect(body.contract).toMatchObject({
      contract_id: contract.contractId,
      status: "active",
      price_minor: 1500,
      currency: "EUR",
      interval_name: "month",
      interval_count: 1,
      next_billing_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      active_offer: null,
    });
    expect(body).toMatchObject({
      last_charge: { amount_minor: 1500, currency: "EUR", date: expect.any(String) },
      store_credit_minor: 0,
      currency: "EUR",
    });
    expect(body.reasons[0]).toEqual({
      alias: "too_expensive",
      title: null,
      description: null,
    });
  });

  test("a reason brings the merchant's first fitting offer, priced for this contract", async () => {
    const contract = await monthly();
    const { status, body } = await send(contract, "reason", {
      reason: "too_expensive",
      note: " Dear ",
    });
    expect(status).toBe(200);
    expect(body.offer).toMatchObject({
      id: offerId,
      type: "discount_price",
      discount: {
        discount_type: "percentage",
        discount_value: 20,
        cycles: 3,
        price_minor: 1500,
        price_with_offer_minor: 1200,
        currency: "EUR",
        full_price_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    });
    const { db, shop: row } = await shop.context();
    const flow = await db.prisma.cancelFlow.findFirstOrThrow({
      where: { shopId: row.id, publicId: body.flow_id },
    });
    expect(flow).toMatchObject({ reasonAlias: "too_expensive", note: "Dear", outcome: "open" });
  });

  test("no reason, or a reason without a fitting offer, brings none", async () => {
    const contract = await monthly();
    expect((await send(contract, "reason", { reason: null })).body.offer).toBeNull();
    expect((await send(contract, "reason", { reason: "other" })).body.offer).toBeNull();
  });

  test("an accepted offer changes the platform's contract, and repeating the request changes nothing more", async () => {
    const contract = await monthly();
    const { body: shown } = await send(contract, "reason", { reason: "too_expensive" });
    const acceptance = { flow_id: shown.flow_id, offer_id: offerId, idempotency_key: randomUUID() };
    const first = await send(contract, "accept", acceptance);
    expect(first.status).toBe(200);
    expect(first.body.applied).toMatchObject({ id: offerId, name: "20% off" });
    const again = await send(contract, "accept", acceptance);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await shop.platformContract(contract.contractId))?.discounts).toHaveLength(1);
    expect((await look(contract)).body.active_offer).toMatchObject({ id: offerId });
  });

  test("the same acceptance sent three times at once is answered three times with its one outcome", async () => {
    const contract = await monthly();
    const { body: shown } = await send(contract, "reason", { reason: "too_expensive" });
    const acceptance = { flow_id: shown.flow_id, offer_id: offerId, idempotency_key: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send(contract, "accept", acceptance)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect((await shop.platformContract(contract.contractId))?.discounts).toHaveLength(1);
  });

  test("trying again after the platform had broken off finishes the same acceptance", async () => {
    const contract = await monthly();
    const { body: shown } = await send(contract, "reason", { reason: "too_expensive" });
    const acceptance = { flow_id: shown.flow_id, offer_id: offerId, idempotency_key: randomUUID() };
    await shop.control("fail-next", {
      status: 503,
      count: 100,
      operation: "subscriptionDraftCommit",
      after: "after-effect",
    });
    expect((await send(contract, "accept", acceptance)).status).toBe(503);
    await shop.control("clear-faults");
    expect((await send(contract, "accept", acceptance)).status).toBe(200);
    expect((await shop.platformContract(contract.contractId))?.discounts).toHaveLength(1);
  });

  test("a second acceptance with another key gets an error because the contract has an offer", async () => {
    const contract = await monthly();
    const { body: shown } = await send(contract, "reason", { reason: "too_expensive" });
    const accept = () =>
      send(contract, "accept", {
        flow_id: shown.flow_id,
        offer_id: offerId,
        idempotency_key: randomUUID(),
      });
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.code).toBe("offer_already_active");
  });

  test("an offer that this shopper was not shown, or that was switched off meanwhile, is gone", async () => {
    const contract = await monthly();
    const idempotency_key = randomUUID();
    const { body: none } = await send(contract, "reason", { reason: "other" });
    const unseen = await send(contract, "accept", {
      flow_id: none.flow_id,
      offer_id: offerId,
      idempotency_key,
    });
    expect(unseen).toMatchObject({ status: 404, body: { code: "offer_gone" } });

    const fleeting = await createOffer(shop, {
      type: "discount_price",
      discount_type: "percentage",
      discount_value: 50,
      cycles: 1,
    });
    await offerFor(shop, "not_need_subscription", fleeting);
    const { body: shown } = await send(contract, "reason", { reason: "not_need_subscription" });
    const { db, shop: row } = await shop.context();
    await db.prisma.churnOffer.update({
      where: { shopId_id: { shopId: row.id, id: BigInt(fleeting) } },
      data: { active: false },
    });
    const gone = await send(contract, "accept", {
      flow_id: shown.flow_id,
      offer_id: fleeting,
      idempotency_key,
    });
    expect(gone).toMatchObject({ status: 404, body: { code: "offer_gone" } });
  });

  test("cancelling needs no reason and no flow, ends the platform's contract, and is safe to repeat", async () => {
    const contract = await monthly();
    const first = await send(contract, "cancel", {});
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      reference: expect.stringContaining(String(contract.contractId)),
      ends_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      charge_running: false,
      store_credit_minor: 0,
      currency: "EUR",
      already_cancelled: false,
      contract: { status: "cancelled", next_billing_date: null },
    });
    expect((await shop.platformContract(contract.contractId))?.status).toBe("cancelled");
    const again = await send(contract, "cancel", {});
    expect(again.body).toMatchObject({ reference: first.body.reference, already_cancelled: true });
  });

  test("the same flow gets the same receipt again after a lost answer", async () => {
    const contract = await monthly();
    const { body } = await send(contract, "reason", { reason: "other" });
    const request = { flow_id: body.flow_id, idempotency_key: randomUUID() };
    const first = await send(contract, "cancel", request);
    expect((await send(contract, "cancel", request)).body).toEqual(first.body);
    const { db, shop: row } = await shop.context();
    const subscription = await db.prisma.subscription.findFirstOrThrow({
      where: { shopId: row.id, platformContractId: BigInt(contract.contractId) },
      include: { cancelFlows: true, activities: true },
    });
    expect(subscription.cancelReason).toBe("other");
    expect(subscription.cancelFlows).toMatchObject([{ outcome: "cancelled" }]);
    expect(
      subscription.activities.filter(({ kind }) => kind === "subscription.cancelled"),
    ).toHaveLength(1);
  });

  test("of 64 that cancel one contract at once exactly one hears that it did, and all get one reference", async () => {
    const contract = await monthly();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => send(contract, "cancel", { idempotency_key: randomUUID() })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.already_cancelled)).toHaveLength(1);
  });

  test("a request that is sent again while the first is under way gets its receipt, not that it was late", async () => {
    const contract = await monthly();
    const request = { idempotency_key: randomUUID() };
    const answers = await Promise.all([1, 2].map(() => send(contract, "cancel", request)));
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[0]?.body.already_cancelled).toBe(false);
    const again = await send(contract, "cancel", request);
    expect(again.body).toEqual(answers[0]?.body);
  });

  test("of two dialogs that are open the second hears that the contract was cancelled already", async () => {
    const contract = await monthly();
    const flows = [];
    for (const reason of ["other", "too_expensive"]) {
      flows.push((await send(contract, "reason", { reason })).body.flow_id);
    }
    const told = [];
    for (const flow_id of [...flows, ...flows]) {
      const { body } = await send(contract, "cancel", { flow_id, idempotency_key: randomUUID() });
      told.push(body.already_cancelled);
    }
    expect(told).toEqual([false, true, false, true]);
  });

  test("a shopper who begins again and again is counted ten times a day", async () => {
    const contract = await monthly();
    const begin = async () => (await send(contract, "reason", { reason: "other" })).body.flow_id;
    const flows = new Set();
    for (let times = 0; times < 10; times += 1) flows.add(await begin());
    expect(flows.size).toBe(10);
    const last = [...flows].at(-1);
    expect([await begin(), await begin()]).toEqual([last, last]);
    await shop.control("clock", { advance: "PT25H" });
    expect(flows).not.toContain(await begin());
  });

  test("nor does one who begins many times at once begin more often", async () => {
    const contract = await monthly();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => send(contract, "reason", { reason: "other" })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.flow_id)).size).toBe(10);
  });

  describe("an offer that a customer may have once in twelve months", () => {
    let gift: number;

    beforeAll(async () => {
      const rules = { credit_amount: "10.00", expires_in_days: null };
      gift = await createOffer(shop, { type: "add_store_credits", ...rules }, "A gift");
      const { db } = await shop.context();
      await db.prisma.churnOffer.updateMany({
        where: { id: BigInt(gift) },
        data: { oncePerCustomerMonths: 12 },
      });
      await offerFor(shop, "order_issues", gift, -10);
    });

    /** Contracts of one customer, each of which has been shown the same gift. */
    async function shownTogether(count: number) {
      const contracts = [await monthly()];
      const cid = contracts[0]?.cid ?? 0;
      while (contracts.length < count) {
        const { body } = await shop.control("contracts", { cid, price: "15.00" });
        contracts.push({ cid, contractId: body.contract_id });
      }
      await shop.quiet();
      const shown = [];
      for (const contract of contracts) {
        const { body } = await send(contract, "reason", { reason: "order_issues" });
        expect(body.offer).toMatchObject({ id: gift });
        shown.push({ contract, offer_id: gift, flow_id: body.flow_id });
      }
      return shown;
    }

    const accept = ({ contract, ...shown }: Awaited<ReturnType<typeof shownTogether>>[number]) =>
      send(contract, "accept", { ...shown, idempotency_key: randomUUID() });

    const balanceOf = async (cid: number) =>
      (await shop.core(`/store-credits/${cid}`)).body.data.balance;

    test("is given on the first of their contracts that accepts it, and is gone on the others", async () => {
      const shown = await shownTogether(3);
      const answers = [];
      for (const one of shown) answers.push(await accept(one));
      expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
      expect(answers[1]?.body.message).toContain("had this offer before");
      expect(await balanceOf(shown[0]?.contract.cid ?? 0)).toBe("10.00");
    });

    test("is given once when all of their contracts accept it at once", async () => {
      const shown = await shownTogether(4);
      const answers = await Promise.all(shown.map(accept));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
      expect(await balanceOf(shown[0]?.contract.cid ?? 0)).toBe("10.00");
    });
  });

  test("a shopper who skips the reason in the end has given none", async () => {
    const contract = await monthly();
    const { body } = await send(contract, "reason", { reason: "too_expensive" });
    await send(contract, "cancel", { flow_id: body.flow_id, reason: null });
    const { db, shop: row } = await shop.context();
    const subscription = await db.prisma.subscription.findFirstOrThrow({
      where: { shopId: row.id, platformContractId: BigInt(contract.contractId) },
    });
    expect(subscription).toMatchObject({ status: "cancelled", cancelReason: null });
  });

  test("a contract cancelled in another tab is reported with 409 where an offer would be chosen", async () => {
    const contract = await monthly();
    const { body: shown } = await send(contract, "reason", { reason: "too_expensive" });
    await send(contract, "cancel", {});
    const accepted = await send(contract, "accept", {
      flow_id: shown.flow_id,
      offer_id: offerId,
      idempotency_key: randomUUID(),
    });
    expect(accepted).toMatchObject({ status: 409, body: { code: "contract_cancelled" } });
    expect((await send(contract, "reason", { reason: "other" })).status).toBe(409);
    expect(await look(contract)).toMatchObject({
      ...{ status: 200, body: { contract: { status: "cancelled" } } },
    });
  });

  test.each([
    ["reason", { reason: "Too_expensive" }, "reason"],
    ["reason", { reason: 5 }, "reason"],
    ["reason", { reason: null, note: "x".repeat(501) }, "note"],
    ["reason", { reason: null, note: "\u0000" }, "note"],
    ["reason", { reason: null, flow_id: "1" }, "flow_id"],
    ["reason", { reason: null, colour: "red" }, "colour"],
    ["reason", '{"__proto__": {"a": 1}, "reason": "other"}', "__proto__"],
    ["accept", { offer_id: "1", idempotency_key: "12345678" }, "offer_id"],
    ["accept", { offer_id: 1e21 }, "offer_id"],
    ["cancel", [], "body"],
    ["cancel", { idempotency_key: "short" }, "idempotency_key"],
  ])("%s with %j is 422 and names %s", async (step, body, field) => {
    const answer = await send(await monthly(), step, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(JSON.parse(answer.body.data))).toContain(field);
  });

  test("a body that is not JSON is 400, and so is one that says it is something else", async () => {
    const contract = await monthly();
    expect((await send(contract, "cancel", "{")).status).toBe(400);
    expect((await shop.platformContract(contract.contractId))?.status).toBe("active");
  });
});
