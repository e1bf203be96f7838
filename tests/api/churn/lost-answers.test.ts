import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settleActivation } from "#app/domain/churn/activation/settle-activation.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The platform may do what it was asked and never answer, or die half-way. In every case our rows and
// its contract agree in the end.

let testApp: TestApp;
let shop: TestShop;
let offerId: number;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
  offerId = await createOffer(shop, {
    type: "discount_price",
    discount_type: "percentage",
    discount_value: 20,
    cycles: 3,
  });
});
afterAll(() => testApp.close());

/** The platform does what it is asked, and its answer is lost: once, or again and again. */
const loseAnswers = (operation: string, count = 1) =>
  shop.control("fail-next", { status: 502, count, after: "after-effect", operation });
/** The platform does not do what it is asked, however often. */
const refuseToWork = (operation: string) =>
  shop.control("fail-next", { status: 503, count: 100, after: "before-effect", operation });
const newContract = () => shop.createContract({ price: "15.00" });

const activate = (contractId: number) =>
  shop.proxy(`/membership/churn/${contractId}/offers/${offerId}/activation`, {
    key: shop.key,
    method: "POST",
  });
const applied = async (contractId: number) => {
  const context = await shop.context();
  return context.db.prisma.appliedOffer.findMany({
    where: { shopId: context.shop.id, subscription: { platformContractId: BigInt(contractId) } },
  });
};
const states = async (contractId: number) => (await applied(contractId)).map(({ state }) => state);
const settle = async (contractId: number) => {
  for (const { id } of await applied(contractId)) await settleActivation(await shop.context(), id);
};
const cancel = (cid: number, contractId: number) =>
  shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} });
const discounts = async (contractId: number) =>
  (await shop.platformContract(contractId))?.discounts ?? [];

describe("when the platform's answers are lost", () => {
  test("a commit that took effect without an answer ends as one active offer and one discount", async () => {
    const { contractId } = await newContract();
    await loseAnswers("subscriptionDraftCommit");
    const { status } = await activate(contractId);
    expect([200, 503]).toContain(status);
    await settle(contractId);
    expect(await states(contractId)).toEqual(["active"]);
    expect(await discounts(contractId)).toHaveLength(1);
  });

  test("a platform that is down for good while committing leaves the claim open, and settling finishes it", async () => {
    const { contractId } = await newContract();
    await refuseToWork("subscriptionDraftCommit");
    expect((await activate(contractId)).status).toBe(503);
    expect(await states(contractId)).toEqual(["pending"]);
    expect((await activate(contractId)).status).toBe(403);
    await shop.control("clear-faults");
    await settle(contractId);
    expect(await states(contractId)).toEqual(["active"]);
    expect(await discounts(contractId)).toHaveLength(1);
    await settle(contractId);
    expect(await discounts(contractId)).toHaveLength(1);
  });

  test("a platform that is down before any draft leaves nothing, and the place is free at once", async () => {
    const { contractId } = await newContract();
    await refuseToWork("subscriptionContractUpdate");
    expect((await activate(contractId)).status).toBe(503);
    await shop.control("clear-faults");
    expect(await states(contractId)).toEqual(["refused"]);
    expect(await discounts(contractId)).toEqual([]);
    expect((await activate(contractId)).status).toBe(200);
  });

  test("a commit that is refused as stale because it had taken effect counts as the effect it had", async () => {
    const { contractId } = await newContract();
    await loseAnswers("subscriptionDraftCommit");
    await shop.control("refuse-next", {
      operation: "subscriptionDraftCommit",
      code: "STALE_CONTRACT",
      message: "The contract has changed",
    });
    expect((await activate(contractId)).status).toBe(200);
    expect(await discounts(contractId)).toHaveLength(1);
  });

  test("a cancel whose answer was lost is safe to repeat, and is reported as done", async () => {
    const { cid, contractId } = await newContract();
    await loseAnswers("subscriptionContractCancel", 100);
    const first = await cancel(cid, contractId);
    await shop.control("clear-faults");
    const second = await cancel(cid, contractId);
    expect([first.status, second.status]).toEqual([503, 200]);
    expect(second.body.contract.status).toBe("cancelled");
    await shop.quiet();
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
  });

  test("a cancel whose answer was lost is reported as it is to whoever looks, also before its webhook", async () => {
    const { cid, contractId } = await newContract();
    const look = () => shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid });
    await shop.control("webhooks", { delay_ms: 600_000 });
    await loseAnswers("subscriptionContractCancel", 100);
    await cancel(cid, contractId);
    await shop.control("fail-next", { status: 503, count: 100 });
    expect(await look()).toMatchObject({ status: 503, body: { code: "platform_unavailable" } });
    await shop.control("clear-faults");
    expect(await look()).toMatchObject({
      status: 200,
      body: { contract: { status: "cancelled", next_billing_date: null } },
    });
    await shop.control("webhooks", { delay_ms: 0 });
  });

  test("an activation and a cancellation at once end cancelled, and no discount outlives its grace", async () => {
    const { cid, contractId } = await newContract();
    await Promise.all([activate(contractId), cancel(cid, contractId)]);
    await shop.quiet();
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
    for (const state of await states(contractId)) {
      expect(["cancelled", "refused"]).toContain(state);
    }
    await shop.control("clock", { advance: "P2D" });
    expect(await discounts(contractId)).toEqual([]);
  });
});
