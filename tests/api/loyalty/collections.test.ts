import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Rules for collections: a product counts by the collections in which it was when it was ordered.

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;
let inside: number;
let outside: number;
let collectionId: number;
let variants: Map<number, number>;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
  customer = await loyalCustomer(shop);
  const { products } = await askPlatform(
    shop,
    "{ products(first: 2) { nodes { legacyResourceId variants(first: 1) { nodes { legacyResourceId } } } } }",
  );
  variants = new Map(
    products.nodes.map((product: AnyJson) => [
      Number(product.legacyResourceId),
      Number(product.variants.nodes[0].legacyResourceId),
    ]),
  );
  [inside = 0, outside = 0] = [...variants.keys()];
  collectionId = await collect("Coffee", [inside]);
});

async function collect(title: string, productIds: number[]): Promise<number> {
  const { body } = await shop.control("collections", { title, product_ids: productIds });
  return body.collection_id;
}

const change = (productIds: number[]) =>
  shop.control(`collections/${collectionId}/products`, { product_ids: productIds });

async function ruleFor(conditions: object) {
  await makeRule(shop, {
    type: "goal_spend",
    settings: { goal_amount: 0.01 },
    reward: { reward_type: "points", points: 10 },
    conditions,
  });
  await shop.quiet();
}

async function order(productId: number) {
  const { status, body } = await shop.control("orders", {
    cid: customer.cid,
    lines: [{ variant_id: variants.get(productId) }],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
}

const pending = async () => (await customer.points()).pending;

async function pass(time: string) {
  await shop.control("clock", { advance: time });
  await shop.quiet();
}

test("count what is in the collection, and nothing else", async () => {
  await ruleFor({ collection_ids: [collectionId] });
  await order(outside);
  expect(await pending()).toBe(0);
  await order(inside);
  expect(await pending()).toBe(10);
});

test("count what was ordered before the rule was made by what is in it then", async () => {
  await order(inside);
  await order(outside);
  await ruleFor({ collection_ids: [collectionId] });
  expect(await pending()).toBe(10);
});

test("with products beside them count either", async () => {
  await ruleFor({ collection_ids: [collectionId], product_ids: [outside] });
  await order(inside);
  await order(outside);
  expect(await pending()).toBe(20);
});

test("what left the collection counts no more, and what it had earned stays", async () => {
  await ruleFor({ collection_ids: [collectionId] });
  await order(inside);
  await change([]);
  await pass("PT2H");
  // The first order after the change has the platform asked.
  await order(outside);
  await pass("PT2H");
  await order(inside);
  expect(await pending()).toBe(10);
});

test("what came into the collection counts from then on, not before", async () => {
  await ruleFor({ collection_ids: [collectionId] });
  await order(outside);
  await pass("PT2H");
  await order(inside);
  await change([inside, outside]);
  await order(outside);
  await pass("PT2H");
  expect(await pending()).toBe(20);
});

test("the platform is asked once an hour at most, and not without such a rule", async () => {
  const asked = async () => {
    const { db, shop: row } = await shop.context();
    return db.prisma.loyaltyCollection.findMany({
      where: { shopId: row.id },
      select: { readAt: true },
    });
  };
  await order(inside);
  expect(await asked()).toEqual([]);
  await ruleFor({ collection_ids: [collectionId] });
  const first = await asked();
  expect(first).toHaveLength(1);
  await order(inside);
  await order(inside);
  expect(await asked()).toEqual(first);
});

test("a collection that is gone counts nothing more", async () => {
  await ruleFor({ collection_ids: [987_654_321] });
  await order(inside);
  expect(await pending()).toBe(0);
});

test("the storefront is told the products that are in it", async () => {
  await ruleFor({ collection_ids: [collectionId], product_ids: [outside] });
  const { currentAppInstallation } = await askPlatform(
    shop,
    `{ currentAppInstallation { metafield(namespace: "loyalty", key: "rules") { jsonValue } } }`,
  );
  const [rule] = currentAppInstallation.metafield.jsonValue.rules;
  expect(new Set(rule.product_ids)).toEqual(new Set([inside, outside]));
});
