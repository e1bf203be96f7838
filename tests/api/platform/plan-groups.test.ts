import { describe, expect, test } from "vitest";
import type { NewPlanGroup, PlanPricing, PlanTerms } from "#app/platform/platform-plan-group.ts";
import { prepareTestStores } from "./prepare-test-stores.ts";

const { openStore, openStoreWithContract } = prepareTestStores();

const fullPrice: PlanPricing = { discount: null, cycles: null };

function plan(name: string, pricing: PlanPricing = fullPrice): PlanTerms {
  return { name, interval: { unit: "month", count: 1 }, pricing, trial: null };
}

function group(rest: Partial<NewPlanGroup> = {}): NewPlanGroup {
  return {
    key: "key-1",
    name: "Coffee club",
    kind: "product",
    plans: [plan("Monthly")],
    productIds: [],
    ...rest,
  };
}

describe("a plan group that this app creates", () => {
  test.each<[string, PlanPricing]>([
    ["EUR", fullPrice],
    ["EUR", { discount: { kind: "percentage", percentage: 12.5 }, cycles: null }],
    ["EUR", { discount: { kind: "percentage", percentage: 100 }, cycles: 1 }],
    ["EUR", { discount: { kind: "fixed_amount", amountMinor: 250, currency: "EUR" }, cycles: 3 }],
    ["JPY", { discount: { kind: "fixed_amount", amountMinor: 250, currency: "JPY" }, cycles: 3 }],
    [
      "JPY",
      { discount: { kind: "fixed_price", amountMinor: 1980, currency: "JPY" }, cycles: null },
    ],
    ["EUR", { discount: { kind: "fixed_price", amountMinor: 0, currency: "EUR" }, cycles: 1 }],
  ])("reads as it was written, in %s with %j", async (currency, pricing) => {
    const { platform } = await openStore({ currency });
    const made = await platform.createPlanGroup(group({ plans: [plan("Monthly", pricing)] }));
    expect(made).toEqual({
      groupId: expect.any(Number),
      key: "key-1",
      name: "Coffee club",
      kind: "product",
      plans: [
        {
          planId: expect.any(Number),
          name: "Monthly",
          interval: { unit: "month", count: 1 },
          deliveryInterval: null,
          pricing,
          trial: null,
        },
      ],
    });
    expect(await platform.getPlanGroup(made.groupId)).toEqual(made);
    expect(await platform.listPlanGroups()).toEqual([made]);
  });

  test("is a membership where it was created as one, with all of its 31 plans", async () => {
    const { platform } = await openStore();
    const plans = Array.from({ length: 31 }, (_, index) => plan(`Plan ${index}`));
    const made = await platform.createPlanGroup(group({ kind: "membership", plans }));
    expect(made.kind).toBe("membership");
    expect(made.plans.map(({ name }) => name)).toEqual(plans.map(({ name }) => name));
  });

  test("is changed as a whole: plans are made, changed, put in order and deleted", async () => {
    const { platform } = await openStore();
    const made = await platform.createPlanGroup(group({ plans: [plan("A"), plan("B")] }));
    const [a, b] = made.plans.map(({ planId }) => planId);
    const changed = await platform.changePlanGroup(made.groupId, {
      name: "Tea club",
      kind: "product",
      plans: [
        { ...plan("New"), planId: null },
        {
          ...plan("A again", { discount: { kind: "percentage", percentage: 5 }, cycles: 2 }),
          planId: a ?? 0,
        },
      ],
      deletedPlanIds: [b ?? 0],
    });
    expect(changed.name).toBe("Tea club");
    expect(changed.key).toBe("key-1");
    expect(changed.plans.map(({ name }) => name)).toEqual(["New", "A again"]);
    expect(changed.plans[1]).toMatchObject({ planId: a, pricing: { cycles: 2 } });
    // A discount that is taken away leaves nothing behind.
    const plain = await platform.changePlanGroup(made.groupId, {
      name: "Tea club",
      kind: "product",
      plans: changed.plans.map(({ planId, name }) => ({ ...plan(name), planId })),
      deletedPlanIds: [],
    });
    expect(plain.plans.map(({ pricing }) => pricing)).toEqual([fullPrice, fullPrice]);
  });

  test("is sold with products, and no longer; both may be repeated", async () => {
    const { platform } = await openStore({ seed: "small" });
    const { items } = await platform.searchProducts("", null);
    const ids = items.map(({ productId }) => productId);
    const [first = 0, second = 0] = ids;
    const { groupId } = await platform.createPlanGroup(group({ productIds: [first] }));
    for (let round = 0; round < 2; round += 1) {
      await platform.addPlanGroupProducts(groupId, [first, second]);
    }
    const both = await platform.listPlanGroupProducts(groupId);
    expect(both).toHaveLength(2);
    expect(new Set(both)).toEqual(new Set(items.slice(0, 2)));
    for (let round = 0; round < 2; round += 1) {
      await platform.removePlanGroupProducts(groupId, [first]);
    }
    const left = await platform.listPlanGroupProducts(groupId);
    expect(left?.map(({ productId }) => productId)).toEqual([second]);
  });

  test("is deleted once, and its contracts go on", async () => {
    const { platform, contractId } = await openStoreWithContract();
    const contract = await platform.getContract(contractId);
    const [existing] = await platform.listPlanGroups();
    const groupId = existing?.groupId ?? 0;
    await platform.deletePlanGroup(groupId);
    await platform.deletePlanGroup(groupId);
    expect(await platform.getPlanGroup(groupId)).toBeNull();
    expect(await platform.listPlanGroupProducts(groupId)).toBeNull();
    expect(await platform.getContract(contractId)).toEqual(contract);
  });
});

describe("what the platform refuses", () => {
  test.each<[string, Partial<NewPlanGroup>]>([
    ["BLANK", { name: " " }],
    ["TOO_LONG", { name: "n".repeat(256) }],
    ["SELLING_PLAN_COUNT_LOWER_BOUND", { plans: [] }],
    [
      "SELLING_PLAN_COUNT_UPPER_BOUND",
      { plans: Array.from({ length: 32 }, (_, index) => plan(`Plan ${index}`)) },
    ],
    ["SELLING_PLAN_DUPLICATE_NAME", { plans: [plan("A"), plan("A")] }],
    [
      "LESS_THAN_OR_EQUAL_TO",
      { plans: [plan("A", { discount: { kind: "percentage", percentage: 101 }, cycles: null })] },
    ],
    ["PRODUCT_DOES_NOT_EXIST", { productIds: [4711] }],
  ])("carries its code %s, and leaves nothing", async (platformCode, wrong) => {
    const { platform } = await openStore();
    await expect(platform.createPlanGroup(group(wrong))).rejects.toMatchObject({
      kind: "refused",
      platformCode,
    });
    expect(await platform.listPlanGroups()).toEqual([]);
  });

  test("covers another app's groups, which this app does not see", async () => {
    const { platform, control } = await openStore();
    const { group_id } = await control("other-app-plans", { name: "Theirs" });
    const groupId = Number(group_id);
    expect(await platform.getPlanGroup(groupId)).toBeNull();
    expect(await platform.listPlanGroups()).toEqual([]);
    const change = {
      name: "Ours",
      kind: "product" as const,
      plans: [{ ...plan("A"), planId: null }],
      deletedPlanIds: [],
    };
    const gone = { kind: "refused", platformCode: "GROUP_DOES_NOT_EXIST" };
    await expect(platform.changePlanGroup(groupId, change)).rejects.toMatchObject(gone);
    await expect(platform.addPlanGroupProducts(groupId, [1])).rejects.toMatchObject(gone);
  });

  test("an unanswered creation is not repeated, and its key finds what it did", async () => {
    const { platform, control } = await openStore();
    const lost = { status: "disconnect", after: "after-effect" };
    await control("fail-next", { ...lost, operation: "sellingPlanGroupCreate" });
    await expect(platform.createPlanGroup(group({ key: "lost" }))).rejects.toMatchObject({
      kind: "unavailable",
    });
    const groups = await platform.listPlanGroups();
    expect(groups.map(({ key }) => key)).toEqual(["lost"]);
  });
});

describe("searching products", () => {
  test("takes words as words, whatever they look like", async () => {
    const { platform } = await openStore({ seed: "small" });
    const { items: all } = await platform.searchProducts("", null);
    expect(all.map(({ title }) => title)).toEqual([...all.map(({ title }) => title)].sort());
    const [one] = all;
    const found = await platform.searchProducts(one?.title ?? "", null);
    expect(found.items).toContainEqual(one);
    expect((await platform.searchProducts("status:ACTIVE OR *", null)).items).toEqual([]);
    expect((await platform.searchProducts(`"<b>nothing`, null)).items).toEqual([]);
  });
});
