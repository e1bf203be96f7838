import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { passTime, pointsOf, todayIn } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const MONTH = "P31D";

describe.each(["membership", "product"] as const)("a card for renewals of a %s", (kind) => {
  beforeEach(async () => {
    shop = await testApp.createShop({ timezone: "Pacific/Auckland" });
    const { cid } = await shop.createContract({ kind, price: "11.90", order: false });
    customer = await loyalCustomer(shop, cid);
    await shop.control("webhooks", { duplicate: 2, reorder: true });
  });

  async function inputOf(required_recharges: number, more: Record<string, unknown> = {}) {
    const { db, shop: row } = await shop.context();
    const { plan } = await db.prisma.subscription.findFirstOrThrow({
      where: { shopId: row.id },
      include: { plan: true },
    });
    const group = kind === "product" ? { plan_group_id: Number(plan?.planGroupId) } : {};
    return {
      ...{ type: `${kind}_recharge_punch_card`, settings: { required_recharges, ...group } },
      reward: { reward_type: "points", points: 10 },
      ...more,
    };
  }

  async function standing(ruleId: bigint) {
    const { body } = await shop.proxy(`/loyalty/rules/${ruleId}`, { cid: customer.cid });
    return [body.data.completion_progress.current, await pointsOf(customer)];
  }

  async function lastRenewal(): Promise<number> {
    const { db, shop: row } = await shop.context();
    const order = await db.prisma.order.findFirstOrThrow({
      where: { shopId: row.id, isRenewal: true },
      orderBy: { id: "desc" },
    });
    return Number(order.platformOrderId);
  }

  async function refund(order: number, amount?: string) {
    await shop.control(`orders/${order}/refund`, amount ? { amount } : {});
    await shop.quiet();
  }

  test("has a punch for each, once, loses it when it is paid back in full, and is filled again", async () => {
    const { id } = await makeRule(shop, await inputOf(2));
    expect(await standing(id)).toEqual([0, 0]);
    await passTime(shop, MONTH);
    expect(await standing(id)).toEqual([1, 0]);
    await passTime(shop, MONTH);
    expect(await standing(id)).toEqual([0, 10]);
    const order = await lastRenewal();
    await refund(order, "5.00");
    expect(await standing(id)).toEqual([0, 10]);
    await refund(order);
    expect(await standing(id)).toEqual([1, 0]);
    await passTime(shop, MONTH);
    expect(await standing(id)).toEqual([0, 10]);
  });

  test("goes by the rule of the time of each renewal, and by its limit", async () => {
    const limits = { per_customer: 2 };
    const rule = await makeRule(shop, await inputOf(1, { limits }));
    await passTime(shop, MONTH);
    expect(await standing(rule.id)).toEqual([0, 10]);
    const reward = { reward_type: "points", points: 20 };
    const saved = await saveRule(await shop.context(), {
      ...{ ruleId: rule.id, version: rule.updatedAt.toISOString() },
      input: {
        ...{ name: "Rule", status: "active", startDate: "2020-01-01" },
        ...(await inputOf(1, { limits, reward })),
      },
    });
    expect(saved.outcome).toBe("saved");
    await passTime(shop, MONTH);
    expect(await standing(rule.id)).toEqual([0, 30]);
    await passTime(shop, MONTH);
    expect(await standing(rule.id)).toEqual([0, 30]);
  });

  test("has none after its last day", async () => {
    await passTime(shop, MONTH);
    const { id } = await makeRule(shop, await inputOf(1, { endDate: await todayIn(shop) }));
    await shop.quiet();
    expect(await pointsOf(customer)).toBe(10);
    await passTime(shop, MONTH);
    expect(await standing(id)).toEqual([0, 10]);
  });
});
