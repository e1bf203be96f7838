import { beforeEach, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { type PlatformShop, platformShop } from "./platform-shop.ts";

// The stand-in merges customers as the platform does, with what the platform refuses.

let shop: PlatformShop;

beforeEach(async () => {
  shop = await platformShop({ seed: "small" });
});

async function customer(person: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await shop.control("customers", { payment: null, ...person });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.cid;
}

const merge = (one: number, two: number, more: Record<string, unknown> = {}) =>
  shop.control("customers/merge", { customer_one: one, customer_two: two, ...more });

const READ = "query Read($id: ID!) { customer(id: $id) { id tags numberOfOrders } }";
const read = async (cid: number): Promise<AnyJson> =>
  (await shop.data(READ, { id: `gid://shopify/Customer/${cid}` })).customer;

test("one is no more, and the orders and tags of both are the other's", async () => {
  const [one, two] = [await customer({ tags: ["a"] }), await customer({ tags: ["b"] })];
  await shop.control("orders/plain", { cid: one, total: "10.00" });
  const { status, body } = await merge(one, two);
  expect([status, body]).toEqual([200, { kept: two, deleted: one, status: "completed" }]);
  expect(await read(one)).toBeNull();
  expect(await read(two)).toMatchObject({ tags: ["a", "b"], numberOfOrders: "1" });
  expect((await merge(one, two)).status).toBe(404);
});

test("whose address is kept stays, when that is said", async () => {
  const [one, two] = [await customer(), await customer()];
  expect((await merge(one, two, { keep: one })).body).toMatchObject({ kept: one, deleted: two });
});

test("a customer with a payment method, or with any subscription, cannot be merged", async () => {
  const plain = await customer();
  const payer = await customer({ payment: "card" });
  for (const [one, two] of [
    [plain, payer],
    [payer, plain],
  ] as const) {
    const { status, body } = await merge(one, two);
    expect(status).toBe(422);
    expect(body.errors[0].message).toContain(`${payer} cannot be merged`);
  }
  const subscriber = await customer();
  const made = await shop.control("contracts", { cid: subscriber });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  expect((await merge(plain, subscriber)).status).toBe(422);
});

test("one that fails changes nothing", async () => {
  const [one, two] = [await customer(), await customer()];
  expect((await merge(one, two, { fails: true })).body.status).toBe("failed");
  expect(await read(one)).not.toBeNull();
});

test("a customer is not merged with themselves, and nobody else stays", async () => {
  const [one, two, three] = [await customer(), await customer(), await customer()];
  expect((await merge(one, one)).status).toBe(422);
  expect((await merge(one, two, { keep: three })).status).toBe(422);
});
