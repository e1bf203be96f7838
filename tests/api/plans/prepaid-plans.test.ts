import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPlanGroup } from "#app/domain/plans/managed-plan-group.ts";
import { savePlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { billedSubscription } from "#tests/support/billed-subscription.ts";
import { type BoxPlans, boxPlans, sixBoxes } from "#tests/support/prepaid.ts";
import { begin, priceOf, statesOf, tell } from "#tests/support/price-changes.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A plan that charges once for several deliveries was made beside the app; what the app writes of its group leaves that as it is.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

async function open() {
  shop = await testApp.createShop({ timezone: "Europe/Berlin", seed: "small" });
  const plans = await boxPlans(shop, "Kitchen herb trio");
  const context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } as const };
  const { id } = await context.db.prisma.planGroup.findFirstOrThrow({
    where: { shopId: context.shop.id, platformGroupId: BigInt(plans.groupId) },
  });
  return { plans, context, group: await getPlanGroup(context, id) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The group's form, as the page sends it, with other names and what else is given. */
const inputOf = ({ group }: Opened, changed: { months?: number } = {}) => ({
  ...{ name: "Boxes by post", kind: group.kind },
  plans: group.plans.map(({ id, name, interval, pricing }) => ({
    ...{ planId: String(id), name: `${name}, by post` },
    interval: {
      unit: "month",
      count: name === "Six boxes" ? (changed.months ?? 6) : interval?.count,
    },
    discount: name === "Six boxes" ? { type: "percentage", percentage: 10 } : { type: "none" },
    discountCycles: pricing?.cycles ?? null,
  })),
});

const policiesOf = async ({ groupId, sixMonths }: BoxPlans) => {
  const { sellingPlanGroup } = await askPlatform(
    shop,
    `query ($id: ID!) { sellingPlanGroup(id: $id) { sellingPlans(first: 5) { nodes { id name
      billingPolicy { ... on SellingPlanRecurringBillingPolicy { interval intervalCount } }
      deliveryPolicy { ... on SellingPlanRecurringDeliveryPolicy { interval intervalCount } } } } } }`,
    { id: `gid://shopify/SellingPlanGroup/${groupId}` },
  );
  const plans: AnyJson[] = sellingPlanGroup.sellingPlans.nodes;
  return plans.find(({ id }) => id === `gid://shopify/SellingPlan/${sixMonths}`);
};

describe("saving the group of a prepaid plan", () => {
  test("keeps how often it delivers", async () => {
    const opened = await open();
    const { context, group, plans } = opened;
    const { version } = group;
    await savePlanGroup(context, { groupId: group.id, version, input: inputOf(opened) });
    expect(await policiesOf(plans)).toMatchObject({
      name: "Six boxes, by post",
      billingPolicy: { interval: "MONTH", intervalCount: 6 },
      deliveryPolicy: { interval: "MONTH", intervalCount: 1 },
    });
    const saved = await getPlanGroup(context, group.id);
    expect(saved.plans.map(({ deliveryInterval }) => deliveryInterval)).toEqual([
      null,
      { unit: "month", count: 1 },
    ]);
  });

  test("takes no other interval for it, and says so at the field", async () => {
    const opened = await open();
    const { context, group, plans } = opened;
    const { version } = group;
    const input = inputOf(opened, { months: 12 });
    const save = savePlanGroup(context, { groupId: group.id, version, input });
    await expect(save).rejects.toMatchObject({
      code: "invalid_input",
      fields: { "plans.1.interval.count": [expect.stringContaining("prepaid")] },
    });
    expect(await policiesOf(plans)).toMatchObject({
      billingPolicy: { intervalCount: 6 },
      deliveryPolicy: { intervalCount: 1 },
    });
  });
});

test("the delivery interval of a plan that was stored without one is filled in by the next night", async () => {
  const { plans, context } = await open();
  const { db, shop: row } = context;
  const where = { shopId: row.id, platformPlanId: BigInt(plans.sixMonths) };
  await db.prisma.plan.updateMany({ where, data: { deliveryUnit: null, deliveryCount: null } });
  await reconcileShop(context);
  expect(await db.prisma.plan.findFirst({ where })).toMatchObject({
    ...{ deliveryUnit: "month", deliveryCount: 1 },
  });
});

test("a new price of a plan is for its own number of deliveries: who pays for six at once is left out", async () => {
  const { plans, context } = await open();
  const plan = await context.db.prisma.plan.findFirstOrThrow({
    where: { shopId: context.shop.id, platformPlanId: BigInt(plans.monthly) },
  });
  const monthly = await billedSubscription(shop, { kind: "product", plan_id: plans.monthly });
  const six = await billedSubscription(shop, { ...sixBoxes, plan_id: plans.monthly });
  const { id } = await begin(shop, plan.id, 40, { fixedMinor: 1800 });
  await tell(shop);
  expect((await statesOf(shop, id)).sort()).toEqual([
    expect.stringMatching(/^left: .*6 deliveries/),
    "told",
  ]);
  expect([await priceOf(shop, monthly), await priceOf(shop, six)]).toEqual([[1500], [9000]]);
});
