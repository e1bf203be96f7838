import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import {
  ALL_RIGHTS as ALL,
  asMerchant as act,
  goldMember,
  type GoldMember as Member,
  NO_RIGHTS as NONE,
  goldRights as rights,
  GOLD as TAG,
  GOLD_ZONE as zone,
} from "#tests/support/gold-member.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// What a membership gives lasts to the end of what was paid, whatever ends its renewal.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const near = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000);

const ENDS: Record<string, (who: Member) => Promise<unknown>> = {
  "its owner cancels it": async ({ shop, cid, contractId }) => {
    const body = { idempotency_key: randomUUID() };
    const answer = await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  },
  "it is canceled over the API": (who) => act(who, "cancel"),
  "the merchant cancels it on the platform": async ({ shop, contractId }) =>
    (await shop.context()).platform.cancelContract(contractId, "merchant"),
  "it is paused for longer": (who) => act(who, "pause", { duration: 60 }),
  "it is paused on the platform": async ({ shop, contractId }) =>
    (await shop.context()).platform.pauseContract(contractId, "merchant"),
};

describe("what a membership gives lasts to the end of what was paid, and no longer", () => {
  for (const [name, end] of Object.entries(ENDS)) {
    test(`when ${name}`, { meta: { slow: "It places orders on three days." } }, async () => {
      const who = await goldMember(testApp);
      expect(await rights(who)).toEqual(ALL);
      await end(who);
      await who.shop.quiet();
      expect(await rights(who)).toEqual(ALL);
      await goTo(who.shop, near(who.paidUntil, -120));
      expect(await rights(who)).toEqual(ALL);
      await goTo(who.shop, near(who.paidUntil, 60));
      expect(await rights(who)).toEqual(NONE);
      await goTo(who.shop, addDays(who.paidUntil, 30, zone));
      expect(await rights(who)).toEqual(NONE);
    });
  }
});

test("a membership that was canceled and is bought again gives what it gave, and its second one's end is its own", async () => {
  const who = await goldMember(testApp);
  await act(who, "cancel");
  const row = await who.row();
  const { db } = await who.shop.context();
  const plan = await db.prisma.plan.findFirstOrThrow({
    where: { shopId: row.shopId, id: row.planId ?? 0n },
  });
  await who.shop.createContract({
    ...{ cid: who.cid, plan_id: Number(plan.platformPlanId), price: "15.00", order: false },
  });
  await goTo(who.shop, addDays(who.paidUntil, 1, zone));
  expect(await rights(who)).toEqual(ALL);
});

test("the nightly comparison takes what a lost task has left, and gives back what was taken before its time", async () => {
  const who = await goldMember(testApp);
  await act(who, "cancel");
  await who.shop.quiet();
  const context = await who.shop.context();
  const { id: shopId } = context.shop;
  // As rows were before: nothing is known but the contract, and the tag was taken with the cancellation.
  await context.db.prisma
    .$executeRaw`UPDATE subscriptions SET rights = NULL WHERE shop_id = ${shopId}`;
  await context.platform.removeCustomerTag(who.cid, TAG);
  await context.db.prisma.customerTag.deleteMany({ where: { shopId } });
  await reconcileShop(context);
  expect(await rights(who)).toMatchObject({ tag: true, points: true });
  await context.db.prisma.dueTask.deleteMany({ where: { shopId, kind: "end-rights" } });
  await goTo(who.shop, near(who.paidUntil, 60));
  await reconcileShop(await who.shop.context());
  expect(await rights(who)).toMatchObject({ tag: false, points: false });
});
