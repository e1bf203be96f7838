import { expect } from "vitest";
import { importPlans } from "#app/domain/subscriptions/import-plans.ts";
import { askPlatform } from "./ask-platform.ts";
import type { TestShop } from "./test-shop.ts";

/** Six deliveries of 15.00 for each payment, one a month. */
export const sixBoxes = {
  kind: "product",
  price: "90.00",
  ...{ interval_name: "month", interval_count: 6 },
  ...{ delivery_interval_name: "month", delivery_interval_count: 1 },
} as const;

/** How often a contract is charged and how often it is delivered, on the platform: `["6 month", "1 month"]`. */
export async function rhythmOf(shop: TestShop, contractId: number): Promise<string[]> {
  const contract = await shop.platformContract(contractId);
  const { interval, deliveryInterval } = contract ?? {};
  return [interval, deliveryInterval].map((one) => `${one?.count} ${one?.unit}`);
}

/** The fixed days of its charges and of its deliveries, on the platform. */
export async function anchorsOf(shop: TestShop, contractId: number): Promise<object[][]> {
  const { subscriptionContract: contract } = await askPlatform(
    shop,
    `query ($id: ID!) { subscriptionContract(id: $id) {
      billingPolicy { anchors { type day } } deliveryPolicy { anchors { type day } } } }`,
    { id: `gid://shopify/SubscriptionContract/${contractId}` },
  );
  return [contract.billingPolicy.anchors, contract.deliveryPolicy.anchors];
}

/** A contract is charged every six months and delivered every month from now on, by a change beside the app. */
export async function makePrepaid(shop: TestShop, contractId: number): Promise<void> {
  const opened = await askPlatform(
    shop,
    `mutation ($id: ID!) { subscriptionContractUpdate(contractId: $id) { draft { id } } }`,
    { id: `gid://shopify/SubscriptionContract/${contractId}` },
  );
  const { subscriptionDraftCommit: committed } = await askPlatform(
    shop,
    `mutation ($id: ID!) {
      subscriptionDraftUpdate(draftId: $id, input: {
        billingPolicy: { interval: MONTH, intervalCount: 6 }, deliveryPolicy: { interval: MONTH, intervalCount: 1 }
      }) { draft { id } }
      subscriptionDraftCommit(draftId: $id) { userErrors { message } } }`,
    { id: opened.subscriptionContractUpdate.draft.id },
  );
  expect(committed.userErrors).toEqual([]);
}

export interface BoxPlans {
  groupId: number;
  /** Charged and delivered every month, at the product's price. */
  monthly: number;
  /** Charged every six months for six deliveries, at 10 % off. */
  sixMonths: number;
}

/** A plan group of the app's with a prepaid plan, as another program of the merchant's makes it. */
export async function boxPlans(shop: TestShop, productTitle: string): Promise<BoxPlans> {
  const context = await shop.context();
  const products = await Promise.all(
    (await context.platform.listPlanGroups()).map(({ groupId }) =>
      context.platform.listPlanGroupProducts(groupId),
    ),
  );
  const product = products.flatMap((all) => all ?? []).find(({ title }) => title === productTitle);
  const plan = (name: string, billing: number, percentage: number) => ({
    ...{ name, options: [name], category: "SUBSCRIPTION" },
    billingPolicy: { recurring: { interval: "MONTH", intervalCount: billing } },
    deliveryPolicy: { recurring: { interval: "MONTH", intervalCount: 1 } },
    pricingPolicies: [{ fixed: { adjustmentType: "PERCENTAGE", adjustmentValue: { percentage } } }],
  });
  const { sellingPlanGroupCreate: made } = await askPlatform(
    shop,
    `mutation ($input: SellingPlanGroupInput!, $resources: SellingPlanGroupResourceInput) {
      sellingPlanGroupCreate(input: $input, resources: $resources) {
        sellingPlanGroup { id sellingPlans(first: 5) { nodes { id name } } } userErrors { message } } }`,
    {
      input: {
        ...{ name: "Boxes", options: ["Delivery"] },
        sellingPlansToCreate: [plan("Box monthly", 1, 0), plan("Six boxes", 6, 10)],
      },
      resources: { productIds: [`gid://shopify/Product/${product?.productId}`] },
    },
  );
  expect(made.userErrors).toEqual([]);
  await importPlans(context);
  const numberOf = (gid: string) => Number(gid.split("/").at(-1));
  const { id, sellingPlans } = made.sellingPlanGroup;
  const [monthly, sixMonths] = sellingPlans.nodes.map((one: { id: string }) => numberOf(one.id));
  return { groupId: numberOf(id), monthly, sixMonths };
}
