import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { changePlanPrice } from "#app/domain/price-changes/plan-price/change-plan-price.ts";
import { previewPriceChange } from "#app/domain/price-changes/preview-price-change.ts";
import { readPriceChange } from "#app/domain/price-changes/read-price-change.ts";
import { stopPriceChange } from "#app/domain/price-changes/stop-price-change.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import {
  begin,
  noticesOf,
  statesOf,
  storeWithPlan,
  tell,
  zone,
} from "#tests/support/price-changes.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What new subscribers pay, and those whose first charges cost less.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

type Discount =
  | { type: "fixed_price"; amount: string }
  | { type: "percentage"; percentage: number };

/** A store with a plan of this discount, for so many charges. */
async function storeWithOwnPlan(discount: Discount, discountCycles: number | null) {
  const { shop } = await storeWithPlan(testApp);
  const context = await shop.context();
  const other = { discount: { type: "percentage", percentage: 12.5 }, discountCycles: 3 };
  const terms = { planId: null, interval: { unit: "month", count: 1 }, trial: null };
  const plans = [
    { ...terms, name: "Monthly box", discount, discountCycles },
    { ...terms, ...other, name: "Other box" },
  ];
  const input = { name: "Box", kind: "product", plans };
  const key = crypto.randomUUID();
  const group = await createPlanGroup(context, { key, input, productIds: [7001] });
  const plan = group.plans.find(({ name }) => name === "Monthly box");
  if (!plan) throw new Error("The plan is missing.");
  return { shop, planId: plan.id, platformPlanId: Number(plan.platformId), group };
}

const fixed = { type: "fixed_price", amount: "10.00" } as const;

/** On the platform: each plan of the group by name. */
async function pricesOf(shop: TestShop, groupId: bigint) {
  const group = await (await shop.context()).platform.getPlanGroup(Number(groupId));
  return Object.fromEntries(group?.plans.map(({ name, pricing }) => [name, pricing]) ?? []);
}

const own = (amountMinor: number) => ({
  discount: { kind: "fixed_price", amountMinor, currency: "EUR" },
  cycles: null,
});

describe("the plan's own price", () => {
  test("changes at once with it, the other plans of its group stay, and a task that runs again counts no percentage twice", async () => {
    const { shop, planId, group } = await storeWithOwnPlan(fixed, null);
    const { platform } = await shop.context();
    const made = await platform.getPlanGroup(Number(group.platformId));
    if (!made) throw new Error("The group is missing.");
    const interval = { unit: "month", count: 1 } as const;
    const usual = { discount: null, cycles: null };
    const plans = made.plans.map((plan) => {
      return { ...plan, interval, pricing: plan.pricing ?? usual };
    });
    const third = { planId: null, name: "Third box", interval, pricing: usual, trial: null };
    // One that we have not heard of is not lost by it.
    await platform.changePlanGroup(made.groupId, {
      ...{ name: made.name, kind: made.kind, deletedPlanIds: [] },
      plans: [...plans, third],
    });
    const before = await pricesOf(shop, group.platformId);
    expect(Object.keys(before)).toContain("Third box");
    const rule = { fixedMinor: null, percentHundredths: 1000, planPrice: "now" } as const;
    const key = crypto.randomUUID();
    const { id } = await begin(shop, planId, 40, { ...rule, key });
    await expect(begin(shop, planId, 40, { ...rule, key, planPrice: "on_day" })).rejects.toThrow(
      "This key was used for another price change.",
    );
    await shop.quiet();
    const context = await shop.context();
    // As if workers had died before they could say so.
    await context.db.prisma.priceChange.update({
      where: { shopId_id: { shopId: context.shop.id, id } },
      data: { planDoneAt: null },
    });
    const again = [1, 2, 3].map(() => changePlanPrice(context, { priceChangeId: id }));
    await Promise.all(again);
    const after = await pricesOf(shop, group.platformId);
    expect(after).toEqual({ ...before, "Monthly box": own(1100) });
    const change = await readPriceChange(context, id);
    expect(change.planPrice).toMatchObject({ afterMinor: 1100, note: null });
  });

  test("changes on the day, not before, and not where the merchant has stopped it or changed the plan meanwhile", async () => {
    const { shop, planId, group } = await storeWithOwnPlan(fixed, null);
    const onDay = { fixedMinor: 1200, planPrice: "on_day" } as const;
    const stopped = await begin(shop, planId, 40, onDay);
    await stopPriceChange(await shop.context(), stopped.id);
    await shop.quiet();
    const { id } = await begin(shop, planId, 45, onDay);
    await goTo(shop, addDays((await shop.context()).clock.now(), 44, zone));
    const now = async () => (await pricesOf(shop, group.platformId))["Monthly box"];
    expect(await now()).toEqual(own(1000));
    await goTo(shop, addDays((await shop.context()).clock.now(), 2, zone));
    expect(await now()).toEqual(own(1200));
    // 12.00 is not what a change from 10.00 on has seen.
    const context = await shop.context();
    await context.db.prisma.priceChange.update({
      where: { shopId_id: { shopId: context.shop.id, id } },
      data: { planDoneAt: null, planBeforeMinor: 1000, planAfterMinor: 1300 },
    });
    await changePlanPrice(context, { priceChangeId: id });
    expect(await now()).toEqual(own(1200));
    expect((await readPriceChange(context, id)).planPrice?.note).toContain("otherwise");
  });

  test("is known to the preview, which counts the lines of the plan alone", async () => {
    const { shop, planId } = await storeWithOwnPlan(fixed, null);
    expect(await previewPriceChange(await shop.context(), planId)).toMatchObject({
      ...{ total: 0, planPriceMinor: 1000 },
    });
  });
});

test("a subscriber whose first charges cost less gets the new price after them, and is told so", {
  meta: { slow: "a checkout, a notice and three charges, a month each" },
}, async () => {
  const discount = { type: "percentage", percentage: 25 } as const;
  const { shop, planId, platformPlanId } = await storeWithOwnPlan(discount, 3);
  const { status, body } = await shop.control("orders", { cid: 1001, plan_id: platformPlanId });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
  const { db, platform, shop: row } = await shop.context();
  const read = () => db.prisma.subscription.findFirstOrThrow({ where: { shopId: row.id, planId } });
  const { platformContractId } = await read();
  const lineOf = async () => (await platform.getContract(Number(platformContractId)))?.lines[0];
  const full = (await platform.searchProducts("", null)).items.find(
    ({ productId }) => productId === 7001,
  )?.priceMinor as number;
  const first = (await lineOf())?.priceMinor;
  expect(first).toBeLessThan(full);
  expect(await previewPriceChange(await shop.context(), planId)).toMatchObject({ withSteps: 1 });
  await db.prisma.customer.updateMany({ where: { shopId: row.id }, data: { locale: "en" } });
  const { id } = await begin(shop, planId, 31, { fixedMinor: full + 300 });
  await tell(shop);
  const [mail] = await noticesOf(shop);
  expect(mail?.text).toContain(`Before: €${(full / 100).toFixed(2)}\n`);
  expect(mail?.text).toContain("Your discount for the first charges stays until it ends.");
  const chargeNext = async () => goTo(shop, (await read()).nextBillingAt as Date);
  await chargeNext();
  expect((await lineOf())?.priceMinor).toBe(first);
  await chargeNext();
  // Three charges are made. The next one, long after the day, is the first at the new price.
  expect((await lineOf())?.priceMinor).toBe(full + 300);
  await chargeNext();
  const { lastChargeMinor, deliveryMinor } = await read();
  expect(lastChargeMinor).toBe(BigInt(full + 300) + deliveryMinor);
  expect(await statesOf(shop, id)).toEqual(["done"]);
});
