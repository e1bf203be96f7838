import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settleActivation } from "#app/domain/churn/settle-activation.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The platform may do what it was asked and never say so, or die half-way. Whatever it did, our rows and
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
const settle = async (contractId: number) => {
  for (const { id } of await applied(contractId)) await settleActivation(await shop.context(), id);
};
const discounts = async (contractId: number) =>
  (await shop.platformContract(contractId))?.discounts ?? [];

describe("when the platform's answers are lost", () => {
  test("a commit that took effect without an answer ends as one active offer and one discount", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    await shop.control("fail-next", {
      status: 502,
      count: 1,
      after: "after-effect",
      operation: "subscriptionDraftCommit",
    });
    const { status } = await activate(contractId);
    expect([200, 503]).toContain(status);
    await settle(contractId);
    expect((await applied(contractId)).map(({ state }) => state)).toEqual(["active"]);
    expect(await discounts(contractId)).toHaveLength(1);
  });

  test("a platform that is down for good while committing leaves the claim open, and settling finishes it", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    await shop.control("fail-next", {
      status: 503,
      count: 100,
      after: "before-effect",
      operation: "subscriptionDraftCommit",
    });
    expect((await activate(contractId)).status).toBe(503);
    expect((await applied(contractId)).map(({ state }) => state)).toEqual(["pending"]);
    expect((await activate(contractId)).status).toBe(403);
    await shop.control("clear-faults");
    await settle(contractId);
    expect((await applied(contractId)).map(({ state }) => state)).toEqual(["active"]);
    expect(await discounts(contractId)).toHaveLength(1);
    await settle(contractId);
    expect(await discounts(contractId)).toHaveLength(1);
  });

  test("a platform that is down before any draft leaves nothing, and the place is free at once", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    await shop.control("fail-next", {
      status: 503,
      count: 100,
      after: "before-effect",
      operation: "subscriptionContractUpdate",
    });
    expect((await activate(contractId)).status).toBe(503);
    await shop.control("clear-faults");
    expect((await applied(contractId)).map(({ state }) => state)).toEqual(["refused"]);
    expect(await discounts(contractId)).toEqual([]);
    expect((await activate(contractId)).status).toBe(200);
  });

  test("a commit that is refused as stale because it had taken effect counts as the effect it had", async () => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    await shop.control("fail-next", {
      status: 502,
      count: 1,
      after: "after-effect",
      operation: "subscriptionDraftCommit",
    });
    await shop.control("refuse-next", {
      operation: "subscriptionDraftCommit",
      code: "STALE_CONTRACT",
      message: "The contract has changed",
    });
    expect((await activate(contractId)).status).toBe(200);
    expect(await discounts(contractId)).toHaveLength(1);
  });

  test("a cancel whose answer was lost is safe to repeat, and is told as done", async () => {
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    await shop.control("fail-next", {
      status: 502,
      count: 100,
      after: "after-effect",
      operation: "subscriptionContractCancel",
    });
    const cancel = () =>
      shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} });
    const first = await cancel();
    await shop.control("clear-faults");
    const second = await cancel();
    expect([first.status, second.status]).toEqual([503, 200]);
    expect(second.body.contract.status).toBe("cancelled");
    await shop.quiet();
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
  });

  test("a cancel whose answer was lost is told as it is to whoever looks, also before its webhook", async () => {
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    const look = () => shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid });
    await shop.control("webhooks", { delay_ms: 600_000 });
    await shop.control("fail-next", {
      status: "disconnect",
      count: 100,
      after: "after-effect",
      operation: "subscriptionContractCancel",
    });
    await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} });
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
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    await Promise.all([
      activate(contractId),
      shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} }),
    ]);
    await shop.quiet();
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
    for (const { state } of await applied(contractId)) {
      expect(["cancelled", "refused"]).toContain(state);
    }
    await shop.control("clock", { advance: "P2D" });
    expect(await discounts(contractId)).toEqual([]);
  });
});
