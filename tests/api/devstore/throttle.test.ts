import { GraphqlQueryError } from "@shopify/shopify-api";
import { describe, expect, inject, test } from "vitest";
import { documentOf } from "./admin-documents.ts";
import { gid, platformShop } from "./platform-shop.ts";

describe("the cost of a query", () => {
  // Costs which users of the platform measured and published, with the shapes they measured.
  test.each([
    [
      "a connection of 250 with an object in each node costs 25 below one object",
      `{ product(id: "gid://shopify/Product/1") { variants(first: 250) { nodes { product { id } } } } }`,
      25,
    ],
    ["a shop's name costs 1", "{ shop { name } }", 1],
    ["200 customers cost 12", "{ customers(first: 200) { edges { node { id } } } }", 12],
    [
      "ten metafields below a product cost 7",
      `{ product(id: "gid://shopify/Product/1") { metafields(first: 10) { edges { node { key } } } } }`,
      7,
    ],
  ])("%s", async (_what, query, cost) => {
    const shop = await platformShop();
    const { body } = await shop.admin(query);
    expect(body.extensions.cost.requestedQueryCost).toBe(cost);
  });

  test("a mutation costs 10 with what it answers directly, and what it really cost is charged", async () => {
    const shop = await platformShop({ seed: "small" });
    const tags = { id: gid("Customer", 1001), tags: ["a"] };
    const { body } = await shop.admin(documentOf("tagsAdd"), tags);
    expect(body.extensions.cost).toMatchObject({ requestedQueryCost: 10, actualQueryCost: 10 });
    const contracts = await shop.admin("{ customers(first: 250) { nodes { id } } }");
    expect(contracts.body.extensions.cost).toMatchObject({
      requestedQueryCost: 13,
      actualQueryCost: 6,
    });
  });

  test("a single query above 1,000 points is refused before it runs", async () => {
    const shop = await platformShop();
    const nested = `{ customers(first: 250) { nodes { subscriptionContracts(first: 250) { nodes {
      billingAttempts(first: 250) { nodes { subscriptionContract { customer { id } } } } } } } } }`;
    const { body } = await shop.admin(nested);
    expect(body.errors[0].extensions).toMatchObject({ code: "MAX_COST_EXCEEDED", maxCost: 1000 });
    expect(body.data).toBeUndefined();
  });
});

describe("the bucket", () => {
  test.each([
    ["basic", 2000, 100],
    ["advanced", 4000, 200],
    ["plus", 20000, 1000],
  ] as const)(
    "of a shop on %s holds %i points and refills %i a second",
    async (plan, size, rate) => {
      const shop = await platformShop({ plan });
      const { body } = await shop.admin("{ shop { name } }");
      expect(body.extensions.cost.throttleStatus).toMatchObject({
        maximumAvailable: size,
        restoreRate: rate,
      });
      expect(body.extensions.cost.throttleStatus.currentlyAvailable).toBeGreaterThan(size - 5);
    },
  );

  test("runs dry: THROTTLED with the state of the bucket, nothing done; and it fills again", async () => {
    const shop = await platformShop({ seed: "small" });
    await shop.control("throttle", { points_per_second: 5 });
    const tag = (name: string) =>
      shop.admin(documentOf("tagsAdd"), { id: gid("Customer", 1002), tags: [name] });
    const answers = [];
    for (let count = 0; count < 15; count += 1) answers.push(await tag(`t${count}`));
    const refused = answers.filter((one) => one.body.errors !== undefined);
    expect(refused.length).toBeGreaterThan(2);
    for (const { status, body } of refused) {
      expect(status).toBe(200);
      expect(body.data).toBeUndefined();
      expect(body.errors[0]).toMatchObject({
        message: "Throttled",
        extensions: { code: "THROTTLED" },
      });
      expect(body.extensions.cost).toMatchObject({ requestedQueryCost: 10, actualQueryCost: null });
      expect(body.extensions.cost.throttleStatus.currentlyAvailable).toBeLessThan(10);
    }
    const state = await fetch(`${inject("devstoreUrl")}/__dev/state`, {
      headers: { "x-forwarded-host": shop.domain },
    });
    expect((await state.json()).controls.throttle).toEqual({
      points_per_second: 5,
      answered: answers.length - refused.length,
      points_used: (answers.length - refused.length) * 10,
      throttled: refused.length,
    });
    const { customer } = await shopWithoutThrottle(shop, () =>
      shop.data("query($id: ID!) { customer(id: $id) { tags } }", { id: gid("Customer", 1002) }),
    );
    const done = answers.length - refused.length;
    expect(customer.tags.filter((one: string) => /^t\d/.test(one))).toHaveLength(done);
  });

  test("to the SDK's client a throttled answer is the error it knows", async () => {
    const shop = await platformShop();
    await shop.control("throttle", { points_per_second: 0.01 });
    const client = new shop.sdk.clients.Graphql({ session: shop.session });
    const spend = async () => {
      for (let count = 0; count < 3; count += 1) await client.request("{ shop { name } }");
    };
    await expect(spend()).rejects.toBeInstanceOf(GraphqlQueryError);
  });
});

async function shopWithoutThrottle<T>(
  shop: { control(path: string, body: unknown): Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  await shop.control("throttle", { points_per_second: null });
  return work();
}
