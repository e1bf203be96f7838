import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const twentyOff = {
  type: "discount_price",
  discount_type: "percentage",
  discount_value: 20,
  cycles: null,
} as const;
const tenCredit = {
  type: "add_store_credits",
  credit_amount: "10.00",
  expires_in_days: null,
} as const;

const activate = async (contractId: number, offerId: number) => {
  const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
  expect((await shop.proxy(path, { key: shop.key, method: "POST" })).status).toBe(200);
};
const cancel = async (contractId: number, cid: number) => {
  const path = `/storefront/cancel-flow/${contractId}/cancel`;
  expect((await shop.proxy(path, { cid, body: {} })).status).toBe(200);
};
const appliedTo = async (contractId: number) =>
  (await shop.proxy(`/membership/churn/${contractId}/offers`, { key: shop.key })).body;
const advance = async (duration: string) => {
  const { status, body } = await shop.control("clock", { advance: duration });
  expect(status, JSON.stringify(body)).toBe(200);
};

describe("the grace of a cancelled offer", () => {
  test("the offer is cancelled with the contract, its discount stays 24 hours and then leaves", async () => {
    shop = await testApp.createShop();
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    await activate(contractId, await createOffer(shop, twentyOff));
    await cancel(contractId, cid);

    const [inGrace] = await appliedTo(contractId);
    expect(inGrace).toMatchObject({ status: "Cancelled", deleted_at: expect.any(String) });
    expect(inGrace.reward.deleted_at).toBeNull();
    await advance("PT23H59M");
    expect((await shop.platformContract(contractId))?.discounts).toHaveLength(1);
    await advance("PT2M");
    expect((await shop.platformContract(contractId))?.discounts).toEqual([]);
    expect((await appliedTo(contractId))[0].reward.deleted_at).toEqual(expect.any(String));
  });

  test("a cancellation reported by the platform has the same effect", async () => {
    shop = await testApp.createShop();
    const { contractId } = await shop.createContract({ price: "15.00" });
    await activate(contractId, await createOffer(shop, twentyOff));
    const { platform } = await shop.context();
    await platform.cancelContract(contractId, "merchant");
    await shop.quiet();
    expect((await appliedTo(contractId))[0].status).toBe("Cancelled");
    await advance("P2D");
    expect((await shop.platformContract(contractId))?.discounts).toEqual([]);
  });

  test("what is left of granted credit is taken back when the grace is over, not before", async () => {
    shop = await testApp.createShop();
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    await activate(contractId, await createOffer(shop, tenCredit));
    await cancel(contractId, cid);
    const { db, shop: row } = await shop.context();
    const account = () => db.prisma.creditAccount.findFirstOrThrow({ where: { shopId: row.id } });
    expect((await account()).availableMinor).toBe(1000n);
    await advance("P1DT1H");
    expect((await account()).availableMinor).toBe(0n);
    const sum = await db.prisma.creditEntry.aggregate({
      where: { shopId: row.id },
      _sum: { amountMinor: true },
    });
    expect(sum._sum.amountMinor).toBe(0n);
  });

  test("a revoked change of frequency gives a live contract its former rhythm back", async () => {
    shop = await testApp.createShop();
    const { contractId } = await shop.createContract({ price: "15.00" });
    const rules = { type: "change_frequency", interval_count: 3, interval_name: "month" } as const;
    await activate(contractId, await createOffer(shop, rules));
    const context = await shop.context();
    const applied = await context.db.prisma.appliedOffer.findFirstOrThrow({
      where: { shopId: context.shop.id },
    });
    await revokeAppliedOffer(context, applied.id);
    expect((await shop.platformContract(contractId))?.interval.count).toBe(3);
    await advance("P1DT1H");
    expect((await shop.platformContract(contractId))?.interval.count).toBe(1);
  });

  test("a platform that is away when the grace ends is asked again, and nothing is withdrawn twice", async () => {
    shop = await testApp.createShop();
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    await activate(contractId, await createOffer(shop, twentyOff));
    await cancel(contractId, cid);
    await shop.control("fail-next", { status: 500, count: 50, operation: "subscriptionContract" });
    await advance("P1DT1H");
    const context = await shop.context();
    const task = () =>
      context.db.prisma.dueTask.findFirstOrThrow({
        where: { shopId: context.shop.id, kind: "end-grace" },
      });
    expect(await task()).toMatchObject({ doneAt: null, lastError: expect.any(String) });
    await shop.control("clear-faults");
    await context.db.prisma.dueTask.updateMany({
      where: { shopId: context.shop.id },
      data: { retryAt: new Date(0) },
    });
    await advance("PT1M");
    expect((await task()).doneAt).not.toBeNull();
    expect((await shop.platformContract(contractId))?.discounts).toEqual([]);
  });
});
