import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSavedView, listSavedViews } from "#app/domain/saved-views/saved-views.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { findInColumns } from "#tests/support/find-in-columns.ts";
import { knownPerson } from "#tests/support/known-person.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const newShop = () => testApp.createShop({ seed: "goods", currency: "EUR" });

/** The platform asks, with the body that it sends. */
async function ask(shop: TestShop, topic: string, payload: object) {
  expect((await deliverWebhook(testApp, shop, { topic, payload })).status).toBe(200);
  await shop.quiet();
}

const resultOf = async (shop: TestShop) => {
  const { db, shop: row } = await shop.context();
  const request = await db.prisma.complianceRequest.findFirstOrThrow({
    where: { shopId: row.id },
    orderBy: { id: "desc" },
  });
  return request.result;
};

const addressOf = async (shop: TestShop, orderId: number) => {
  const { db, shop: row } = await shop.context();
  const order = await db.prisma.order.findFirstOrThrow({
    where: { shopId: row.id, platformOrderId: BigInt(orderId) },
  });
  return order.email;
};

test("what a person has left in any column is handed on when asked for, and nothing of it stays after the erasure", {
  meta: {
    slow: "goes through all that the product does with a person, and reads every text of the database three times",
  },
}, async () => {
  const shop = await newShop();
  const { mark, cid, email, oldOrder, guestOrder, repeat } = await knownPerson(shop);
  const customer = { id: cid, email, phone: null };
  const look = () => findInColumns(testApp.app.db.pool, mark);
  const before = await look();
  // What a person has left is in many places, and a walk that finds few of them shows nothing.
  expect(new Set(before.map(({ column }) => column)).size).toBeGreaterThan(20);

  await ask(shop, "customers/data_request", { customer, orders_requested: [oldOrder] });
  const handedOn = JSON.stringify(await resultOf(shop)).toLowerCase();
  // The picture is handed on as the file that it is.
  const texts = before.filter(({ column }) => column !== "loyalty_receipt_files.content");
  const words = texts.flatMap(({ text }) => text.match(/qz\d+[a-z]+/gi) ?? []);
  const missing = new Set(
    words.map((word) => word.toLowerCase()).filter((word) => !handedOn.includes(word)),
  );
  expect([...missing]).toEqual([]);
  expect(await resultOf(shop)).toMatchObject({
    customer: {
      ...{ points: { hundredths: "424242" }, savedViews: { length: 3 } },
      loyaltyReceipts: [{ file: expect.any(String) }],
    },
  });

  await ask(shop, "customers/redact", { customer, orders_to_redact: [oldOrder] });
  expect(await look()).toEqual([]);

  // Nothing brings it back: neither a request with its key nor news of an order.
  for (const send of repeat) expect((await send()).status).toBe(404);
  for (const id of [oldOrder, guestOrder])
    await shop.act(`orders/${id}/refund`, { amount: "1.00" });
  expect(await look()).toEqual([]);
});

describe("the platform names what is to be erased", () => {
  test("an order keeps no address that the person has not any more", async () => {
    const shop = await newShop();
    const old = await shop.act("orders/plain", { email: "old@example.com", total: "9.00" });
    const kept = await shop.act("orders/plain", { email: "other@example.com", total: "9.00" });
    const { cid } = await shop.act("customers", { email: "new@example.com" });
    const customer = { id: cid, email: "new@example.com", phone: null };
    await ask(shop, "customers/redact", { customer, orders_to_redact: [old.order_id] });
    expect(await addressOf(shop, old.order_id)).toBeNull();
    expect(await addressOf(shop, kept.order_id)).toBe("other@example.com");
  });

  test("a person of whom there is no row goes by the orders and the address", async () => {
    const shop = await newShop();
    const mark = `qz${uniqueNumber().replace("-", "")}`;
    const named = await shop.act("orders/plain", {
      email: `${mark}old@example.com`,
      total: "9.00",
    });
    const theirs = await shop.act("orders/plain", {
      email: `${mark}Guest@example.com`,
      total: "9.00",
    });
    const customer = { id: 987_654_321, email: `${mark}guest@example.com`, phone: null };
    const orders = [named.order_id];
    await ask(shop, "customers/data_request", { customer, orders_requested: orders });
    expect(await resultOf(shop)).toMatchObject({
      customer: null,
      orders: [{ email: `${mark}old@example.com` }, { email: `${mark}Guest@example.com` }],
    });
    await ask(shop, "customers/redact", { customer, orders_to_redact: orders });
    for (const { order_id } of [named, theirs]) {
      expect(await addressOf(shop, order_id)).toBeNull();
      await shop.act(`orders/${order_id}/refund`, { amount: "1.00" });
      expect(await addressOf(shop, order_id)).toBeNull();
    }
    expect(await resultOf(shop)).toEqual({ found: true });
    expect(await findInColumns(testApp.app.db.pool, mark)).toEqual([]);
  });

  test("an address that is none, and no order, are no error", async () => {
    const shop = await newShop();
    for (const customer of [
      { id: 987_654_321, email: "\0" },
      { id: null, email: null },
    ]) {
      await ask(shop, "customers/redact", { customer, orders_to_redact: [12_345] });
    }
    expect(await resultOf(shop)).toEqual({ found: false });
  });
});

test("views that say nothing of the person stay as they are", async () => {
  const shop = await newShop();
  const email = "anna.li@example.com";
  const { cid } = await shop.act("customers", { email, first_name: "A", last_name: "." });
  await shop.quiet();
  const context = await shop.context();
  const searches = ["salzburg", "info@firma.example", "a", "example.com", "mariannah"];
  for (const search of searches) {
    await createSavedView(context, "customers", { name: `In ${search}`, query: { search } });
  }
  await ask(shop, "customers/redact", { customer: { id: cid, email } });
  const views = await listSavedViews(context, "customers");
  expect(views.map(({ name, query }) => [name, query])).toEqual(
    searches.map((search) => [`In ${search}`, { search }]),
  );
});

test("an answer with the person's address is forgotten, and one with an address that ends like theirs is not", async () => {
  const shop = await newShop();
  const email = `ann${uniqueNumber()}@example.com`;
  const { shop: row, db } = await shop.context();
  const member = async (address: string) => {
    const { cid } = await shop.act("customers", { email: address });
    await shop.createContract({ cid, price: "15.00" });
    const { id } = await db.prisma.member.findFirstOrThrow({
      where: { shopId: row.id, customer: { platformCustomerId: BigInt(cid) } },
    });
    const rename = (name: string) => () =>
      shop.core(`/members/mem_${id}`, {
        ...{ method: "PATCH", headers: { "idempotency-key": `${cid}-${name}` } },
        body: { first_name: name },
      });
    return { cid, rename };
  };
  const [person, other] = [await member(email), await member(`jo.${email}`)];
  const sends = [person.rename("Ann"), other.rename("Jo"), other.rename(`Jo of ${email}.`)];
  const statuses = async () => {
    const answers = [];
    for (const send of sends) answers.push((await send()).status);
    return answers;
  };
  expect(await statuses()).toEqual([200, 200, 200]);
  await ask(shop, "customers/redact", { customer: { id: person.cid, email } });
  expect(await statuses()).toEqual([404, 200, 404]);
});
