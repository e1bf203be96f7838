import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  approveReferral,
  listReferrals,
  rejectReferral,
} from "#app/domain/loyalty/triggers/referrals/review-referrals.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let advocate: LoyalCustomer;
let code: string;
let people = 0;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
  advocate = await person({ email: "ada.l@gmail.com", first_name: "Ada", last_name: "Lovelace" });
  code = (await standing()).code;
});

async function person(given: Record<string, unknown> = {}): Promise<LoyalCustomer> {
  people += 1;
  const { body } = await shop.control("customers", {
    ...{ first_name: `Friend${people}`, last_name: "Other", ...given },
  });
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

async function standing(of = advocate) {
  const { status, body } = await shop.proxy(`/loyalty/customers/${of.cid}/referral`, {
    cid: of.cid,
  });
  expect(status).toBe(200);
  return body.data;
}

const pays = (settings: object = {}) =>
  makeRule(shop, {
    ...{ type: "referral", settings },
    reward: { reward_type: "points", points: 100 },
  });
const order = (friend: LoyalCustomer, total = "50.00", more = {}) =>
  friend.order(total, { attributes: [{ key: "referral_code", value: code }], ...more });
const balance = async (of = advocate) => (await of.points()).available;
const held = async () => listReferrals(await shop.context(), "review");

async function pass(period: string) {
  await shop.control("clock", { advance: period });
  await shop.quiet();
}

describe("a friend who comes by a customer's code", () => {
  test("counts once their first order can no longer be sent back, and is rewarded too", async () => {
    await pays({ friend_reward: { reward_type: "points", points: 25 } });
    expect(await standing()).toEqual({
      ...{ code, link: `https://${shop.domain}/?ref=${code}`, waiting: 0, counted: 0 },
    });
    const friend = await person();
    await order(friend);
    await pass("P13D");
    expect(await balance()).toBe(0);
    expect(await standing()).toMatchObject({ waiting: 1, counted: 0 });
    await pass("P2D");
    expect(await balance()).toBe(100);
    expect(await balance(friend)).toBe(25);
    expect(await standing()).toMatchObject({ code, waiting: 0, counted: 1 });
  });

  test("is counted once, whatever is delivered twice, and by the first order alone", async () => {
    await pays();
    await shop.control("webhooks", { duplicate: 2, reorder: true });
    const friend = await person();
    await order(friend);
    await order(friend);
    await pass("P15D");
    await order(friend);
    await pass("P15D");
    expect(await balance()).toBe(100);
  });

  test("who has ordered before is no new one", async () => {
    await pays();
    const friend = await person();
    await friend.order("10.00");
    await order(friend);
    await pass("P15D");
    expect(await balance()).toBe(0);
    expect(await held()).toEqual([]);
  });

  test("who has ordered before in the same second is no new one", async () => {
    await pays();
    const friend = await person();
    const placed_at = new Date(Date.now() - 5_000).toISOString();
    await friend.order("10.00", { placed_at });
    await order(friend, "50.00", { placed_at });
    await pass("P15D");
    expect(await balance()).toBe(0);
  });

  test("does not count below the least amount, nor when the order is paid back in time", async () => {
    await pays({ minimum_order_amount: 40 });
    await order(await person(), "47.00");
    await pass("P15D");
    expect(await standing()).toMatchObject({ waiting: 0, counted: 0 });
    const returned = await order(await person(), "119.00");
    await pass("P5D");
    await shop.control(`orders/${returned}/refund`, {});
    await pass("P10D");
    expect(await balance()).toBe(0);
  });

  test("counts no more once the payment is taken back", async () => {
    await pays({ friend_reward: { reward_type: "points", points: 25 } });
    const friend = await person();
    const paid = await order(friend);
    await pass("P15D");
    expect(await balance()).toBe(100);
    await shop.control(`orders/${paid}/dispute`);
    await shop.quiet();
    expect(await balance()).toBe(0);
    expect(await balance(friend)).toBe(0);
    await shop.control(`orders/${paid}/dispute`, { status: "won" });
    await shop.quiet();
    expect(await balance()).toBe(100);
  });

  test("counts by the next order where the first one was canceled", async () => {
    await pays();
    const friend = await person();
    const first = await order(friend);
    await shop.control(`orders/${first}/cancel`);
    await shop.quiet();
    await order(friend);
    await pass("P15D");
    expect(await balance()).toBe(100);
  });

  test("may have entered the code as a discount code, in any case", async () => {
    await pays();
    const { db, shop: row } = await shop.context();
    await db.prisma.loyaltyReferralCode.create({
      data: {
        ...{ shopId: row.id, code: "WELCOME10", customerId: await advocate.id() },
        createdAt: new Date(),
      },
    });
    const friend = await person();
    const { status } = await shop.control("orders", {
      ...{ cid: friend.cid, discount_codes: ["welcome10"] },
      lines: [{ variant_id: 7502, quantity: 1 }],
    });
    expect(status).toBe(200);
    await shop.quiet();
    await pass("P15D");
    expect(await balance()).toBe(100);
  });
});

describe("a referral that looks like fraud", () => {
  test.each([
    ["same_email", { email: "adal+friend@gmail.com" }],
    ["same_payment_name", { first_name: "ADA", last_name: "lovelace" }],
  ])("by %s waits for the merchant, and counts when they approve it", async (reason, friend) => {
    await pays();
    await order(await person(friend));
    await pass("P15D");
    expect(await balance()).toBe(0);
    const [found, ...more] = await held();
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      reasons: [reason],
      advocate: { platformCustomerId: advocate.cid, email: "ada.l@gmail.com" },
    });
    const context = {
      ...(await shop.context()),
      actor: { kind: "merchant", name: "Mia Merchant" },
    } as const;
    await approveReferral(context, found?.id ?? 0n);
    await approveReferral(context, found?.id ?? 0n);
    await expect(rejectReferral(context, found?.id ?? 0n, "Not new")).rejects.toMatchObject({
      code: "already_done",
    });
    await shop.quiet();
    expect(await balance()).toBe(100);
    expect(await held()).toEqual([]);
    const lines = await context.db.prisma.activity.findMany({
      where: { shopId: context.shop.id, kind: { startsWith: "loyalty_referral." } },
      orderBy: { id: "asc" },
    });
    expect(lines.map(({ kind, actorName }) => [kind, actorName])).toEqual([
      ["loyalty_referral.held", null],
      ["loyalty_referral.approved", "Mia Merchant"],
    ]);
  });

  test("by an own order is refused for good when the merchant says so", async () => {
    await pays();
    await order(advocate);
    const [found] = await held();
    expect(found).toMatchObject({ reasons: ["own_order"] });
    await rejectReferral(await shop.context(), found?.id ?? 0n, "Not a friend");
    await pass("P15D");
    expect(await balance()).toBe(0);
    expect(await held()).toEqual([]);
    await expect(approveReferral(await shop.context(), found?.id ?? 0n)).rejects.toMatchObject({
      code: "already_done",
    });
  });

  test("is the eleventh of a week, while ten count by themselves", async () => {
    await pays();
    for (let at = 0; at < 11; at += 1) await order(await person());
    expect(await held()).toMatchObject([{ reasons: ["many_in_a_week"] }]);
    await pass("P15D");
    expect(await balance()).toBe(1000);
  });
});

test("a code is its customer's alone to see, and the same each time", async () => {
  const path = `/loyalty/customers/${advocate.cid}/referral`;
  expect((await shop.proxy(path, { cid: (await person()).cid })).status).toBe(403);
  expect((await shop.proxy(path)).status).toBe(403);
  const again = await Promise.all(Array.from({ length: 8 }, () => standing()));
  expect(new Set(again.map((one) => one.code))).toEqual(new Set([code]));
  expect((await standing(await person())).code).not.toBe(code);
});
