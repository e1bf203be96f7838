import { beforeAll, describe, expect, test } from "vitest";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

const monthly = { recurring: { interval: "MONTH", intervalCount: 1 } };
const percentOff = (percentage: number) => ({
  adjustmentType: "PERCENTAGE",
  adjustmentValue: { percentage },
});

function plan(name: string, rest: object = {}) {
  return { name, options: [name], billingPolicy: monthly, deliveryPolicy: monthly, ...rest };
}

const groupFields = `sellingPlanGroup { id name description options
  products(first: 9) { nodes { id } }
  sellingPlans(first: 40) { nodes { id name pricingPolicies { __typename
    ... on SellingPlanRecurringPricingPolicy { afterCycle } } } } }
  userErrors { field message code }`;

async function create(input: object, resources?: object, of = shop) {
  const query = `mutation($input: SellingPlanGroupInput!, $resources: SellingPlanGroupResourceInput) {
    sellingPlanGroupCreate(input: $input, resources: $resources) { ${groupFields} } }`;
  return (await of.data(query, { input, resources })).sellingPlanGroupCreate;
}

async function update(id: string, input: object) {
  const query = `mutation($id: ID!, $input: SellingPlanGroupInput!) {
    sellingPlanGroupUpdate(id: $id, input: $input) { deletedSellingPlanIds ${groupFields} } }`;
  return (await shop.data(query, { id, input })).sellingPlanGroupUpdate;
}

async function withProducts(verb: "Add" | "Remove", id: string, productIds: string[]) {
  const answer = verb === "Add" ? "sellingPlanGroup { id }" : "removedProductIds";
  const field = `sellingPlanGroup${verb}Products`;
  const query = `mutation($id: ID!, $productIds: [ID!]!) {
    ${field}(id: $id, productIds: $productIds) { ${answer} userErrors { field code } } }`;
  return (await shop.data(query, { id, productIds }))[field];
}

async function read(id: string) {
  const query = `query($id: ID!) { sellingPlanGroup(id: $id) { name
    products(first: 9) { nodes { id } } sellingPlans(first: 40) { nodes { id name } } } }`;
  return (await shop.data(query, { id })).sellingPlanGroup;
}

/** A group with plans of these names. */
async function made(...names: string[]) {
  const input = { name: "A group", options: ["Delivery"] };
  const { sellingPlanGroup, userErrors } = await create({
    ...input,
    sellingPlansToCreate: names.map((name) => plan(name)),
  });
  expect(userErrors).toEqual([]);
  return sellingPlanGroup;
}

describe("a new group of selling plans", () => {
  test("keeps its fixed and its recurring price", async () => {
    const pricingPolicies = [
      { fixed: percentOff(15) },
      { recurring: { ...percentOff(0), afterCycle: 3 } },
    ];
    const { sellingPlanGroup } = await create({
      name: " Coffee ",
      options: ["Delivery"],
      sellingPlansToCreate: [plan("Monthly", { pricingPolicies })],
    });
    expect(sellingPlanGroup.name).toBe("Coffee");
    expect(sellingPlanGroup.sellingPlans.nodes[0].pricingPolicies).toEqual([
      { __typename: "SellingPlanFixedPricingPolicy" },
      { __typename: "SellingPlanRecurringPricingPolicy", afterCycle: 3 },
    ]);
  });

  const one = [plan("P")];
  const priced = (...pricingPolicies: object[]) => ({
    name: "G",
    sellingPlansToCreate: [plan("P", { pricingPolicies })],
  });
  const every = (interval: string, intervalCount: number) => ({
    recurring: { interval, intervalCount },
  });
  test.each<[string, string, object]>([
    ["no name", "BLANK", { sellingPlansToCreate: one }],
    ["a blank name", "BLANK", { name: "  ", sellingPlansToCreate: one }],
    ["a name of 256 characters", "TOO_LONG", { name: "n".repeat(256), sellingPlansToCreate: one }],
    ["four labels", "TOO_LONG", { name: "G", options: [..."abcd"], sellingPlansToCreate: one }],
    ["no plan", "SELLING_PLAN_COUNT_LOWER_BOUND", { name: "G" }],
    [
      "32 plans",
      "SELLING_PLAN_COUNT_UPPER_BOUND",
      { name: "G", sellingPlansToCreate: Array.from({ length: 32 }, (_, i) => plan(`P${i}`)) },
    ],
    [
      "two plans of one name",
      "SELLING_PLAN_DUPLICATE_NAME",
      { name: "G", sellingPlansToCreate: [plan("P"), plan("P", { options: ["Q"] })] },
    ],
    [
      "two plans of one option",
      "SELLING_PLAN_DUPLICATE_OPTIONS",
      { name: "G", sellingPlansToCreate: [plan("P"), plan("Q", { options: ["P"] })] },
    ],
    [
      "an option without its label",
      "SELLING_PLAN_MISSING_OPTION2_LABEL_ON_PARENT_GROUP",
      { name: "G", options: ["One"], sellingPlansToCreate: [plan("P", { options: ["a", "b"] })] },
    ],
    [
      "a label without its option",
      "SELLING_PLAN_OPTION2_REQUIRED_AS_DEFINED_ON_PARENT_GROUP",
      { name: "G", options: ["One", "Two"], sellingPlansToCreate: one },
    ],
    ["a plan without a name", "BLANK", { name: "G", sellingPlansToCreate: [plan(" ")] }],
    [
      "a plan's long name",
      "TOO_LONG",
      { name: "G", sellingPlansToCreate: [plan("n".repeat(256))] },
    ],
    [
      "no billing policy",
      "SELLING_PLAN_BILLING_POLICY_MISSING",
      { name: "G", sellingPlansToCreate: [plan("P", { billingPolicy: undefined })] },
    ],
    [
      "an interval of nothing",
      "GREATER_THAN",
      {
        name: "G",
        sellingPlansToCreate: [
          plan("P", { billingPolicy: every("DAY", 0), deliveryPolicy: every("DAY", 0) }),
        ],
      },
    ],
    [
      "deliveries that do not fit the charges",
      "SELLING_PLAN_BILLING_CYCLE_MUST_BE_A_MULTIPLE_OF_DELIVERY_CYCLE",
      { name: "G", sellingPlansToCreate: [plan("P", { deliveryPolicy: every("WEEK", 1) })] },
    ],
    ["a percentage over 100", "LESS_THAN_OR_EQUAL_TO", priced({ fixed: percentOff(100.5) })],
    ["a percentage below 0", "GREATER_THAN_OR_EQUAL_TO", priced({ fixed: percentOff(-1) })],
    [
      "a percentage as an amount",
      "PRICING_POLICY_ADJUSTMENT_VALUE_AND_TYPE_MUST_MATCH",
      priced({ fixed: { adjustmentType: "FIXED_AMOUNT", adjustmentValue: { percentage: 5 } } }),
    ],
    [
      "two values in one policy",
      "ONLY_NEED_ONE_PRICING_POLICY_VALUE",
      priced({
        fixed: {
          adjustmentType: "PERCENTAGE",
          adjustmentValue: { percentage: 5, fixedValue: "5" },
        },
      }),
    ],
    [
      "a recurring price alone",
      "SELLING_PLAN_PRICING_POLICIES_MUST_CONTAIN_A_FIXED_PRICING_POLICY",
      priced({ recurring: { ...percentOff(5), afterCycle: 2 } }),
    ],
    [
      "three prices",
      "SELLING_PLAN_PRICING_POLICIES_LIMIT",
      priced(
        { fixed: percentOff(5) },
        { recurring: { ...percentOff(4), afterCycle: 2 } },
        { recurring: { ...percentOff(3), afterCycle: 4 } },
      ),
    ],
    [
      "a recurring price from the beginning",
      "GREATER_THAN",
      priced({ fixed: percentOff(5) }, { recurring: { ...percentOff(4), afterCycle: 0 } }),
    ],
  ])("is refused with %s: %s", async (_, code, input) => {
    const answer = await create(input);
    expect(answer.sellingPlanGroup).toBeNull();
    expect(answer.userErrors.map((error: { code: string }) => error.code)).toContain(code);
  });

  test("may have 31 plans, and percentages of 0 and of 100", async () => {
    const plans = Array.from({ length: 31 }, (_, index) =>
      plan(`P${index}`, { pricingPolicies: [{ fixed: percentOff(index === 0 ? 0 : 100) }] }),
    );
    const answer = await create({ name: "G", options: ["O"], sellingPlansToCreate: plans });
    expect(answer.userErrors).toEqual([]);
    expect(answer.sellingPlanGroup.sellingPlans.nodes).toHaveLength(31);
  });
});

describe("changing a group", () => {
  test("makes, changes and deletes plans at once, and keeps what it does not name", async () => {
    const group = await made("A", "B");
    const [a, b] = group.sellingPlans.nodes;
    const answer = await update(group.id, {
      name: "Renamed",
      sellingPlansToCreate: [plan("C")],
      sellingPlansToUpdate: [{ id: a.id, name: "A2", options: ["A2"] }],
      sellingPlansToDelete: [b.id],
    });
    expect(answer.userErrors).toEqual([]);
    expect(answer.deletedSellingPlanIds).toEqual([b.id]);
    const after = await read(group.id);
    expect(after.name).toBe("Renamed");
    expect(after.sellingPlans.nodes.map(({ name }: { name: string }) => name)).toEqual(["A2", "C"]);
    expect(after.sellingPlans.nodes[0].id).toBe(a.id);
  });

  test("changes nothing at all when one part of it is refused", async () => {
    const group = await made("A", "B");
    const [a, b] = group.sellingPlans.nodes;
    const before = await read(group.id);
    for (const [code, input] of [
      ["PLAN_ID_MUST_BE_SPECIFIED_TO_UPDATE", { sellingPlansToUpdate: [{ name: "A2" }] }],
      ["PLAN_DOES_NOT_EXIST", { sellingPlansToUpdate: [{ id: gid("SellingPlan", 1) }] }],
      ["PLAN_DOES_NOT_EXIST", { sellingPlansToDelete: [gid("SellingPlan", 1)] }],
      ["SELLING_PLAN_COUNT_LOWER_BOUND", { sellingPlansToDelete: [a.id, b.id] }],
      ["SELLING_PLAN_DUPLICATE_NAME", { sellingPlansToCreate: [plan("A", { options: ["X"] })] }],
      ["BLANK", { sellingPlansToUpdate: [{ id: a.id, name: "" }] }],
    ] as const) {
      const answer = await update(group.id, { name: "Renamed", ...input });
      expect(answer.userErrors[0].code).toBe(code);
      expect(await read(group.id)).toEqual(before);
    }
  });

  test("adds and removes products, each safe to repeat, and all of them or none", async () => {
    const { id } = await made("A");
    const [one, two] = [gid("Product", 7001), gid("Product", 7002)];
    const unknown = await withProducts("Add", id, [one, gid("Product", 1)]);
    expect(unknown.userErrors[0].code).toBe("NOT_FOUND");
    expect((await read(id)).products.nodes).toEqual([]);
    await withProducts("Add", id, [one, two]);
    await withProducts("Add", id, [one]);
    expect((await read(id)).products.nodes).toEqual([{ id: one }, { id: two }]);
    expect((await withProducts("Remove", id, [one])).removedProductIds).toEqual([one]);
    expect(await withProducts("Remove", id, [one])).toEqual({
      removedProductIds: [],
      userErrors: [],
    });
    expect((await read(id)).products.nodes).toEqual([{ id: two }]);
  });
});

describe("a group of another app", () => {
  test("is not ours to see or to change", async () => {
    const { body } = await shop.control("other-app-plans", { name: "Theirs", product_ids: [7001] });
    const id = gid("SellingPlanGroup", body.group_id);
    expect(await read(id)).toBeNull();
    const listed = await shop.data("{ sellingPlanGroups(first: 50) { nodes { id } } }");
    expect(JSON.stringify(listed)).not.toContain(id);
    const all = await shop.data(
      `{ sellingPlanGroups(first: 50, query: "app_id:ALL") { nodes { id } } }`,
    );
    expect(JSON.stringify(all)).toContain(id);
    const missing = [{ field: ["id"], code: "GROUP_DOES_NOT_EXIST" }];
    expect((await update(id, { name: "Ours" })).userErrors).toMatchObject(missing);
    expect((await withProducts("Add", id, [gid("Product", 7002)])).userErrors).toEqual(missing);
    const deletion = await shop.data(
      "mutation($id: ID!) { sellingPlanGroupDelete(id: $id) { userErrors { field code } } }",
      { id },
    );
    expect(deletion.sellingPlanGroupDelete.userErrors).toEqual(missing);
  });
});

describe("contracts that a plan was bought with", () => {
  test("carry the plan's prices over their cycles, and outlive the plan", async () => {
    const own = await platformShop({ seed: "small" });
    const pricingPolicies = [
      { fixed: percentOff(20) },
      { recurring: { ...percentOff(0), afterCycle: 3 } },
    ];
    const { sellingPlanGroup } = await create(
      { name: "G", options: ["O"], sellingPlansToCreate: [plan("P", { pricingPolicies })] },
      { productIds: [gid("Product", 7001)] },
      own,
    );
    const planId = Number(sellingPlanGroup.sellingPlans.nodes[0].id.split("/").at(-1));
    const { body } = await own.control("orders", { cid: 1001, plan_id: planId });
    const query = `query($id: ID!) { subscriptionContract(id: $id) { status
      lines(first: 1) { nodes { sellingPlanName currentPrice { amount } pricingPolicy {
        basePrice { amount } cycleDiscounts { afterCycle computedPrice { amount } } } } } } }`;
    const variables = { id: gid("SubscriptionContract", body.contract_id) };
    const before = (await own.data(query, variables)).subscriptionContract;
    const [line] = before.lines.nodes;
    expect(line.pricingPolicy.cycleDiscounts).toEqual([
      { afterCycle: 0, computedPrice: line.currentPrice },
      { afterCycle: 3, computedPrice: line.pricingPolicy.basePrice },
    ]);
    await own.data(
      "mutation($id: ID!) { sellingPlanGroupDelete(id: $id) { deletedSellingPlanGroupId } }",
      { id: sellingPlanGroup.id },
    );
    expect((await own.data(query, variables)).subscriptionContract).toEqual(before);
  });
});
