import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { assignProducts, listAssignedProducts } from "#app/domain/plans/assign-products.ts";
import { deletePlanGroup } from "#app/domain/plans/delete-plan-group.ts";
import { getPlanGroup, listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { createPlanGroup, savePlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { settlePlanGroups } from "#app/domain/plans/settle-plan-groups.ts";
import { importPlans } from "#app/domain/subscriptions/import-plans.ts";
import type { Platform } from "#app/platform/platform.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop, TestShopOptions } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** A store of the calling test alone. */
async function openStore(options: TestShopOptions = {}) {
  const shop = await testApp.createShop(options);
  const context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } as const };
  return { shop, context };
}

function plan(name: string, rest: object = {}) {
  return {
    planId: null as string | null,
    name,
    interval: { unit: "month", count: 1 },
    discount: { type: "none" } as object,
    discountCycles: null as number | null,
    ...rest,
  };
}

const percent = (percentage: number) => ({ discount: { type: "percentage", percentage } });

function group(...plans: object[]) {
  return {
    name: "Coffee club",
    kind: "product",
    plans: plans.length > 0 ? plans : [plan("Monthly")],
  };
}

let keys = 0;

function create(context: ShopContext, input: object = group(), productIds: number[] = []) {
  keys += 1;
  return createPlanGroup(context, { key: `key-${keys}`, input, productIds });
}

/** The next change of this kind is done by the platform, and its answer is lost. */
const loseAnswer = (shop: TestShop, operation: string) =>
  shop.control("fail-next", { status: "disconnect", after: "after-effect", operation });

const platformNames = async ({ platform }: { platform: Platform }) =>
  (await platform.listPlanGroups()).map(({ name }) => name);

const claimsOf = ({ db, shop }: ShopContext) =>
  db.prisma.planGroupSave.findMany({ where: { shopId: shop.id } });

describe("creating a plan group", () => {
  test("makes it on the platform and here, with its plans, prices and products", async () => {
    const { shop, context } = await openStore({ seed: "goods" });
    const input = group(
      plan("Every 2 weeks", {
        interval: { unit: "week", count: 2 },
        ...percent(15),
        discountCycles: 3,
      }),
      plan("Monthly", { discount: { type: "fixed_price", amount: "12.67" } }),
    );
    const made = await create(context, input, [7001]);
    expect(made).toMatchObject({
      name: "Coffee club",
      kind: "product",
      plans: [
        {
          name: "Every 2 weeks",
          interval: { unit: "week", count: 2 },
          pricing: { discount: { kind: "percentage", percentage: 15 }, cycles: 3 },
          subscriptionCount: 0,
        },
        {
          name: "Monthly",
          pricing: {
            discount: { kind: "fixed_price", amountMinor: 1267, currency: "EUR" },
            cycles: null,
          },
        },
      ],
    });
    expect(await platformNames(context)).toContain("Coffee club");
    const products = await listAssignedProducts(context, made.id);
    expect(products.map(({ productId }) => productId)).toEqual([7001]);
    expect(await claimsOf(context)).toEqual([]);
    // The platform's own contracts find the plan by our row.
    const planId = Number((await context.platform.listPlanGroups()).at(-1)?.plans[0]?.planId);
    await shop.control("orders", { cid: 1001, plan_id: planId });
    await shop.quiet();
    const [first] = (await getPlanGroup(context, made.id)).plans;
    expect(first?.subscriptionCount).toBe(1);
  });

  test("may be repeated: the same creation makes one group, and the repeat's words hold", async () => {
    const { context } = await openStore();
    const first = await createPlanGroup(context, { key: "once", input: group(), productIds: [] });
    const again = await createPlanGroup(context, {
      key: "once",
      input: { ...group(plan("Monthly", percent(5))), name: "Tea club" },
      productIds: [],
    });
    expect(again.id).toBe(first.id);
    expect(again.plans[0]?.id).toBe(first.plans[0]?.id);
    expect(again.plans[0]?.pricing?.discount).toEqual({ kind: "percentage", percentage: 5 });
    expect(await platformNames(context)).toEqual(["Tea club"]);
  });

  test("twice at once makes one group", async () => {
    const { context } = await openStore();
    const both = await Promise.allSettled(
      [1, 2].map(() => createPlanGroup(context, { key: "race", input: group(), productIds: [] })),
    );
    const refused = both.filter((one) => one.status === "rejected");
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: "idempotency_conflict" });
    }
    expect(refused.length).toBeLessThan(2);
    expect(await platformNames(context)).toEqual(["Coffee club"]);
    expect(await listPlanGroups(context)).toHaveLength(1);
  });

  test("finds what a lost answer has made", async () => {
    const { shop, context } = await openStore();
    await loseAnswer(shop, "sellingPlanGroupCreate");
    const made = await create(context);
    expect(made.plans).toHaveLength(1);
    expect(await platformNames(context)).toEqual(["Coffee club"]);
    expect(await claimsOf(context)).toEqual([]);
  });

  test("says that the end is not known when nothing can be read either, and a job finds out", async () => {
    const { shop, context } = await openStore();
    const lost = Object.assign(Object.create(context.platform), {
      createPlanGroup: async (wanted: Parameters<Platform["createPlanGroup"]>[0]) => {
        await context.platform.createPlanGroup(wanted);
        await shop.control("fail-next", { status: 500, count: 5 });
        return context.platform.createPlanGroup({ ...wanted, key: "never sent" });
      },
    });
    const saving = create({ ...context, platform: lost });
    await expect(saving).rejects.toMatchObject({ code: "platform_unavailable" });
    await shop.control("clear-faults");
    await settlePlanGroups(context);
    expect((await listPlanGroups(context)).map(({ name }) => name)).toEqual(["Coffee club"]);
    expect(await claimsOf(context)).toEqual([]);
  });

  test("keeps nothing of what the platform refuses", async () => {
    const { shop, context } = await openStore();
    await expect(create(context, group(), [4711])).rejects.toMatchObject({
      code: "invalid_input",
      fields: { productIds: ["A chosen product no longer exists. Choose again."] },
    });
    const operation = "sellingPlanGroupCreate";
    await shop.control("refuse-next", { operation, code: "TAKEN", message: "No <b>way</b>" });
    await expect(create(context)).rejects.toMatchObject({
      code: "platform_refused",
      message: "Shopify did not accept this, and nothing was saved (TAKEN).",
    });
    expect(await listPlanGroups(context)).toEqual([]);
    expect(await platformNames(context)).toEqual([]);
    expect(await claimsOf(context)).toEqual([]);
  });

  test("takes names as text, with whatever is in them", async () => {
    const { context } = await openStore();
    const name = `<script>alert("1")</script> & ☕`;
    const made = await create(context, { ...group(plan(name)), name: ` ${name}\u0000 ` });
    expect(made).toMatchObject({ name, plans: [{ name }] });
    expect(await platformNames(context)).toEqual([name]);
  });
});

describe("what the editor sends", () => {
  const nine = (count: number) => Array.from({ length: count }, (_, index) => plan(`P${index}`));

  test.each<[string, object, string]>([
    ["name", { ...group(), name: " " }, "Give the group a name."],
    ["name", { ...group(), name: "n".repeat(256) }, "A name has at most 255 characters."],
    ["plans", { ...group(), plans: [] }, "A group has at least one plan."],
    ["plans", group(...nine(32)), "A group has at most 31 plans."],
    ["plans.1.name", group(plan("A"), plan("a")), "Another plan of this group has this name."],
    ["plans.0.name", group(plan("\u0000")), "Give the plan a name."],
    [
      "plans.0.interval.count",
      group(plan("A", { interval: { unit: "day", count: 0 } })),
      "At least 1.",
    ],
    [
      "plans.0.interval.count",
      group(plan("A", { interval: { unit: "week", count: 53 } })),
      "At most 52 weeks.",
    ],
    [
      "plans.0.discount.percentage",
      group(plan("A", percent(0))),
      "Give more than 0%, or choose no discount.",
    ],
    ["plans.0.discount.percentage", group(plan("A", percent(100.01))), "At most 100%."],
    ["plans.0.discount.percentage", group(plan("A", percent(12.345))), "At most two decimals."],
    [
      "plans.0.discountCycles",
      group(plan("A", { discountCycles: 3 })),
      "Choose a discount, or leave this empty.",
    ],
    [
      "plans.0.discount.amount",
      group(plan("A", { discount: { type: "fixed_amount", amount: "0" } })),
      "Give an amount above zero, or choose no discount.",
    ],
    [
      "plans.0.discount.amount",
      group(plan("A", { discount: { type: "fixed_amount", amount: "-1" } })),
      "Give an amount above zero, or choose no discount.",
    ],
    [
      "plans.0.discount.amount",
      group(plan("A", { discount: { type: "fixed_price", amount: "-1" } })),
      "Give a price of zero or more.",
    ],
    [
      "plans.0.discount.amount",
      group(plan("A", { discount: { type: "fixed_price", amount: "12.345" } })),
      "Amounts in EUR have at most 2 decimals.",
    ],
    [
      "plans.0.discount.amount",
      group(plan("A", { discount: { type: "fixed_price", amount: "" } })),
      "Give an amount.",
    ],
  ])("is refused at %s, before anything is asked of the platform", async (field, input, text) => {
    const { context } = await sharedStore();
    const untouched = { ...context, platform: {} as Platform };
    await expect(create(untouched, input)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [text] },
    });
  });

  let shared: ReturnType<typeof openStore> | undefined;
  const sharedStore = () => {
    shared ??= openStore();
    return shared;
  };

  test("is an amount without decimals in a currency without cents", async () => {
    const { context } = await openStore({ currency: "JPY" });
    const priced = (amount: string) =>
      group(plan("A", { discount: { type: "fixed_price", amount } }));
    await expect(create(context, priced("1980.50"))).rejects.toMatchObject({
      fields: { "plans.0.discount.amount": ["Amounts in JPY have no decimals."] },
    });
    const made = await create(context, priced("1980"));
    expect(made.plans[0]?.pricing?.discount).toMatchObject({ amountMinor: 1980, currency: "JPY" });
  });

  test("may have 31 plans, each all the way down to nothing", async () => {
    const { context } = await openStore();
    const plans = nine(31).map((one) => ({ ...one, ...percent(100) }));
    expect((await create(context, group(...plans))).plans).toHaveLength(31);
  });
});

describe("changing a plan group", () => {
  const editOf = async (context: ShopContext, id: bigint) => {
    const { version, plans } = await getPlanGroup(context, id);
    return { groupId: id, version, planIds: plans.map((one) => String(one.id)) };
  };

  test("makes, changes, orders and deletes plans; subscriptions keep the deleted ones' rows", async () => {
    const { context } = await openStore();
    const made = await create(context, group(plan("A"), plan("B")));
    const { groupId, version, planIds } = await editOf(context, made.id);
    const input = group(plan("C"), plan("A2", { planId: planIds[0] ?? null, ...percent(20) }));
    const saved = await savePlanGroup(context, { groupId, version, input });
    expect(saved).toMatchObject({
      outcome: "saved",
      group: { plans: [{ name: "C" }, { id: made.plans[0]?.id, name: "A2" }] },
    });
    const rows = await context.db.prisma.plan.findMany({
      where: { shopId: context.shop.id, planGroupId: groupId },
    });
    expect(rows.filter(({ removedAt }) => removedAt).map(({ name }) => name)).toEqual(["B"]);
    const again = await savePlanGroup(context, { groupId, version, input });
    expect(again).toEqual({ outcome: "stale" });
  });

  test("by two people at once: one is saved, the other is told", async () => {
    const { context } = await openStore();
    const made = await create(context);
    const { groupId, version, planIds } = await editOf(context, made.id);
    const both = await Promise.all(
      ["One", "Two"].map((name) =>
        savePlanGroup(context, {
          groupId,
          version,
          input: { ...group(plan("Monthly", { planId: planIds[0] ?? null })), name },
        }),
      ),
    );
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["saved", "stale"]);
    const saved = both.findIndex(({ outcome }) => outcome === "saved");
    expect((await getPlanGroup(context, groupId)).name).toBe(["One", "Two"][saved]);
    expect(await platformNames(context)).toEqual([["One", "Two"][saved]]);
  });

  test("finds what a lost answer has done, and a repeat creates no plan twice", async () => {
    const { shop, context } = await openStore();
    const made = await create(context, group(plan("A")));
    const { groupId, version, planIds } = await editOf(context, made.id);
    const input = group(plan("A", { planId: planIds[0] ?? null }), plan("B"));
    await loseAnswer(shop, "sellingPlanGroupUpdate");
    const saved = await savePlanGroup(context, { groupId, version, input });
    expect(saved.outcome).toBe("saved");
    // The process died after the platform's change: the editor still has the version before it.
    const second = await editOf(context, groupId);
    const [onPlatform] = await context.platform.listPlanGroups();
    await context.platform.changePlanGroup(onPlatform?.groupId ?? 0, {
      name: "Coffee club",
      kind: "product",
      plans: [
        ...(onPlatform?.plans ?? []).map(({ planId, name }) => ({
          planId,
          name,
          interval: { unit: "month" as const, count: 1 },
          pricing: { discount: null, cycles: null },
          trial: null,
        })),
        {
          planId: null,
          name: "C",
          interval: { unit: "month", count: 1 },
          pricing: { discount: null, cycles: null },
          trial: null,
        },
      ],
      deletedPlanIds: [],
    });
    const [a, b] = second.planIds;
    const repeated = await savePlanGroup(context, {
      groupId,
      version: second.version,
      input: group(plan("A", { planId: a }), plan("B", { planId: b }), plan("C")),
    });
    expect(repeated).toMatchObject({
      outcome: "saved",
      group: { plans: [{ name: "A" }, { name: "B" }, { name: "C" }] },
    });
  });

  test("changes nothing when the platform refuses, and the same editor may try again", async () => {
    const { shop, context } = await openStore();
    const made = await create(context);
    const { groupId, version, planIds } = await editOf(context, made.id);
    const input = { ...group(plan("M", { planId: planIds[0] ?? null })), name: "Renamed" };
    const operation = "sellingPlanGroupUpdate";
    await shop.control("refuse-next", { operation, code: "INVALID", message: "No" });
    const refused = savePlanGroup(context, { groupId, version, input });
    await expect(refused).rejects.toMatchObject({ code: "platform_refused" });
    expect(await getPlanGroup(context, groupId)).toEqual(made);
    const saved = await savePlanGroup(context, { groupId, version, input });
    expect(saved).toMatchObject({ outcome: "saved", group: { name: "Renamed" } });
  });

  test("that was deleted on the platform meanwhile says so, and its rows stay", async () => {
    const { context } = await openStore();
    const made = await create(context);
    const { groupId, version } = await editOf(context, made.id);
    const [onPlatform] = await context.platform.listPlanGroups();
    await context.platform.deletePlanGroup(onPlatform?.groupId ?? 0);
    const saving = savePlanGroup(context, { groupId, version, input: group() });
    await expect(saving).rejects.toMatchObject({
      code: "not_found",
      message: "This group was deleted on Shopify. Its subscriptions go on.",
    });
    expect(await listPlanGroups(context)).toEqual([]);
    const where = { shopId: context.shop.id, planGroupId: groupId };
    expect(await context.db.prisma.plan.count({ where })).toBe(1);
    expect(await claimsOf(context)).toEqual([]);
  });

  test("can't change its kind, nor take plans of another group", async () => {
    const { context } = await openStore();
    const made = await create(context);
    const other = await create(context, group(plan("Other")));
    const { groupId, version } = await editOf(context, made.id);
    const kind = { ...group(), kind: "membership" };
    await expect(savePlanGroup(context, { groupId, version, input: kind })).rejects.toMatchObject({
      fields: { kind: [expect.any(String)] },
    });
    const foreign = group(plan("Mine now", { planId: String(other.plans[0]?.id) }));
    await expect(
      savePlanGroup(context, { groupId, version, input: foreign }),
    ).rejects.toMatchObject({ fields: { plans: [expect.any(String)] } });
  });

  test("of another store is not found", async () => {
    const { context } = await openStore();
    const { context: other } = await openStore();
    const { id, version } = await create(context);
    const missing = { code: "not_found" };
    const edit = { groupId: id, version, input: group() };
    await expect(savePlanGroup(other, edit)).rejects.toMatchObject(missing);
    await expect(deletePlanGroup(other, id)).rejects.toMatchObject(missing);
    await expect(listAssignedProducts(other, id)).rejects.toMatchObject(missing);
  });
});

describe("a group's products", () => {
  test("are added and taken away; a product that is gone changes nothing", async () => {
    const { context } = await openStore({ seed: "goods" });
    const { id } = await create(context, group(), [7001]);
    await assignProducts(context, { groupId: id, add: [7002], remove: [7001] });
    const ids = async () =>
      (await listAssignedProducts(context, id)).map(({ productId }) => productId);
    expect(await ids()).toEqual([7002]);
    const wrong = assignProducts(context, { groupId: id, add: [4711], remove: [7002] });
    await expect(wrong).rejects.toMatchObject({ fields: { productIds: [expect.any(String)] } });
    expect(await ids()).toEqual([7002]);
  });
});

describe("deleting a plan group", () => {
  test("leaves its subscriptions as they are", async () => {
    const { shop, context } = await openStore();
    const { contractId } = await shop.createContract();
    const before = await shop.platformContract(contractId);
    const [existing] = await listPlanGroups(context);
    await deletePlanGroup(context, existing?.id ?? 0n);
    expect(await listPlanGroups(context)).toEqual([]);
    expect(await platformNames(context)).toEqual([]);
    expect(await shop.platformContract(contractId)).toEqual(before);
    const where = { shopId: context.shop.id };
    expect((await context.db.prisma.subscription.findFirst({ where }))?.planId).not.toBeNull();
  });

  test("of a group that the platform no longer has deletes it here", async () => {
    const { context } = await openStore();
    const { id } = await create(context);
    const [onPlatform] = await context.platform.listPlanGroups();
    await context.platform.deletePlanGroup(onPlatform?.groupId ?? 0);
    await deletePlanGroup(context, id);
    expect(await listPlanGroups(context)).toEqual([]);
    await expect(deletePlanGroup(context, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("importing plans", () => {
  test("leaves the version of a group that has not changed, and marks what is gone", async () => {
    const { context } = await openStore();
    const kept = await create(context);
    const gone = await create(context, { ...group(), name: "Gone" });
    await importPlans(context);
    expect(await getPlanGroup(context, kept.id)).toEqual(kept);
    const onPlatform = (await context.platform.listPlanGroups()).find((one) => one.name === "Gone");
    await context.platform.deletePlanGroup(onPlatform?.groupId ?? 0);
    await importPlans(context);
    expect((await listPlanGroups(context)).map(({ id }) => id)).toEqual([kept.id]);
    await expect(getPlanGroup(context, gone.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("with an older answer does not undo a save that came between", async () => {
    const { context } = await openStore();
    const { id, version, plans } = await create(context);
    const older = await context.platform.listPlanGroups();
    const slow = Object.assign(Object.create(context.platform), {
      listPlanGroups: async () => {
        const input = { ...group(plan("Monthly", { planId: String(plans[0]?.id) })), name: "New" };
        await savePlanGroup(context, { groupId: id, version, input });
        return older;
      },
    });
    await importPlans({ ...context, platform: slow });
    expect((await getPlanGroup(context, id)).name).toBe("New");
  });
});
