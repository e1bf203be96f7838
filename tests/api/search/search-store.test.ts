import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { readSearch } from "#app/domain/search/read-search.ts";
import { searchStore } from "#app/domain/search/search-store.ts";
import { billedSubscription } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;
let stranger: ShopContext;
let contractId: bigint;
let subscriptionId: bigint;

beforeAll(async () => {
  testApp = await startTestApp();
  const shop = await testApp.createShop();
  context = await shop.context();
  stranger = await (await testApp.createShop()).context();
  const row = await (await billedSubscription(shop)).row();
  contractId = row.platformContractId;
  subscriptionId = row.id;
  await customer(810001, "Zoë", "O'Brien", "zoe+news@example.com");
  await customer(810002, "אבי", "כהן", "avi@example.com");
  await customer(810003, "100%", "Sure_Thing", "sure@example.com");
});
afterAll(() => testApp.close());

async function customer(id: number, first: string, last: string, email: string): Promise<void> {
  await context.db.pool.query(
    `INSERT INTO customers (shop_id, platform_customer_id, first_name, last_name, email)
     VALUES ($1, $2, $3, $4, $5)`,
    [String(context.shop.id), id, first, last, email],
  );
}

async function found(typed: string, within = context) {
  const search = readSearch(typed);
  if (!search) throw new Error("Too little was typed.");
  return searchStore(within, search);
}
const emails = async (typed: string, within = context) =>
  (await found(typed, within)).customers.map(({ email }) => email);

test("people are found by parts of names and addresses, in any case, script and number", async () => {
  for (const typed of ["zoë", "ZOË o'b", "zo", "o'", "zoe+news@example.com", "+news", "810001"])
    expect(await emails(typed), typed).toEqual(["zoe+news@example.com"]);
  expect(await emails("\u200fכהן\u200f")).toEqual(["avi@example.com"]);
});

test("the number of who was merged leads to who remained, and that of who was erased to nobody", async () => {
  await customer(810004, "Old", "Account", "old@example.com");
  await customer(810005, "Gone", "Person", "gone@example.com");
  await context.db.pool.query(
    `UPDATE customers c SET merged_into_id = k.id, merged_at = now() FROM customers k
     WHERE c.shop_id = $1 AND c.platform_customer_id = 810004 AND k.shop_id = $1 AND k.platform_customer_id = 810003`,
    [String(context.shop.id)],
  );
  await context.db.pool.query(
    "UPDATE customers SET redacted_at = now() WHERE shop_id = $1 AND platform_customer_id = 810005",
    [String(context.shop.id)],
  );
  expect(await emails("810004")).toEqual(["sure@example.com"]);
  expect(await emails("810005")).toEqual([]);
});

test("the signs of patterns and of SQL mean themselves", async () => {
  expect(await emails("100%")).toEqual(["sure@example.com"]);
  expect(await emails("sure_thing")).toEqual(["sure@example.com"]);
  for (const typed of ["%%%", "___", "s_re", "'; DROP TABLE customers; --", "\\\\\\"])
    expect(await emails(typed), typed).toEqual([]);
});

test("a contract is found by the platform's number and by our own id, for its own store alone", async () => {
  for (const typed of [String(contractId), `sub_${subscriptionId}`, ` SUB_${subscriptionId} `]) {
    const { subscriptions } = await found(typed);
    expect(subscriptions.map(({ id }) => id)).toEqual([String(subscriptionId)]);
    expect((await found(typed, stranger)).subscriptions).toEqual([]);
  }
  expect(await emails("zoe+news@example.com", stranger)).toEqual([]);
});

test("an order is found by its name with and without its sign, the exact one first", async () => {
  const names = ["#10421", "#1042", "EN-77"];
  for (const [at, name] of names.entries()) {
    await context.db.pool.query(
      `INSERT INTO orders (shop_id, platform_order_id, name, processed_at, is_test, is_renewal, financial_status, currency, total_minor,
         subtotal_minor, tax_minor, discount_minor, delivery_minor, presentment_currency, presentment_total_minor, gateways,
         discount_codes, lines, transactions, facts_hash, platform_created_at, platform_updated_at, created_at, updated_at)
       VALUES ($1, $2, $3, now(), false, false, 'PAID', 'USD', 1, 1, 0, 0, 0, 'USD', 1, '{}', '[]', '[]', '[]', '', now(), now(),
         now(), now())`,
      [String(context.shop.id), 91_000_000 + at, name],
    );
  }
  const orders = async (typed: string, within = context) =>
    (await found(typed, within)).orders.map(({ name }) => name);
  expect(await orders("1042")).toEqual(["#1042", "#10421"]);
  expect(await orders("#1042")).toEqual(["#1042", "#10421"]);
  expect(await orders("en-7")).toEqual(["EN-77"]);
  expect(await orders("91000002")).toEqual(["EN-77"]);
  expect(await orders("1042", stranger)).toEqual([]);
});

test("one letter, blanks and numbers beyond the largest are nothing to look for, and a long text is cut", async () => {
  for (const typed of ["", "  ", "a", "\u200f1"]) expect(readSearch(typed)).toBeNull();
  expect(readSearch("9223372036854775808")?.platformId).toBeNull();
  expect(readSearch("9223372036854775807")?.platformId).toBe(9223372036854775807n);
  expect(readSearch("x".repeat(5000))?.text.length).toBe(100);
});
