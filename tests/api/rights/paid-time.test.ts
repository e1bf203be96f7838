import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What a membership gives lasts to the end of what was paid, whatever ends its renewal.

const zone = "America/Los_Angeles";
const TAG = "gold";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

interface Member {
  shop: TestShop;
  cid: number;
  contractId: number;
  /** The end of what is paid for. */
  paidUntil: Date;
  customer: LoyalCustomer;
}

/** Somebody with a monthly membership, paid for ten days more, in a store with a tag and a rule for members. */
async function member(): Promise<Member> {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const context = await shop.context();
  const plan = {
    ...{ planId: null, name: "Gold monthly", interval: { unit: "month", count: 1 } },
    ...{ discount: { type: "none" }, discountCycles: null },
  };
  const input = { name: "Gold club", kind: "membership", customerTag: TAG, plans: [plan] };
  await createPlanGroup(context, { key: "gold", input, productIds: [] });
  const row = await context.db.prisma.plan.findFirstOrThrow({
    where: { shopId: context.shop.id, name: "Gold monthly" },
  });
  await makeRule(shop, {
    ...{ type: "points_for_purchases", settings: { points_per_dollar: 1 } },
    conditions: { customer_settings: { apply_to: "members" } },
  });
  const paidUntil = addDays(context.clock.now(), 10, zone);
  paidUntil.setUTCMilliseconds(0);
  const made = await shop.createContract({
    ...{ plan_id: Number(row.platformPlanId), price: "15.00", order: false },
    ...{ created_at: addDays(paidUntil, -31, zone), next_billing_date: paidUntil },
  });
  return { shop, ...made, paidUntil, customer: await loyalCustomer(shop, made.cid) };
}

async function rowOf({ shop, contractId }: Member) {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
}

/** What the customer has at present: the tag, the block of a rule for members, and points for an order that is placed now. */
async function rights(who: Member) {
  await who.shop.quiet();
  const { available, pending } = await who.customer.points();
  await who.customer.order("11.90");
  const after = await who.customer.points();
  const published = await readPublished(who.shop, who.cid, "customer_subscription1");
  const context = await who.shop.context();
  return {
    tag: (await context.platform.listCustomerTags(who.cid))?.includes(TAG),
    block: published.contracts.some((one: { is_member: boolean }) => one.is_member),
    points: after.available + after.pending > available + pending,
  };
}

const ALL = { tag: true, block: true, points: true };
const NONE = { tag: false, block: false, points: false };

const act = async (who: Member, action: string, body?: object) => {
  const { id } = await rowOf(who);
  const answer = await who.shop.core(`/subscriptions/sub_${id}/${action}`, {
    method: "POST",
    ...(body && { body }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

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
      const who = await member();
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

test("a membership that is resumed gives what it gave", async () => {
  const who = await member();
  await act(who, "pause", { duration: 60 });
  await goTo(who.shop, addDays(who.paidUntil, 5, zone));
  expect(await rights(who)).toEqual(NONE);
  await act(who, "resume");
  expect(await rights(who)).toEqual(ALL);
});

test("a membership that was canceled and is bought again gives what it gave, and its second one's end is its own", async () => {
  const who = await member();
  await act(who, "cancel");
  const row = await rowOf(who);
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
  const who = await member();
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
