import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shopperOf, signIn } from "#tests/api/devstore-storefront/shopper.ts";
import { hearWebhooks } from "./heard-webhooks.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";
import { startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

// What an order carries from its cart, and how it is sent.
let app: WebhookReceiver;
let shop: PlatformShop;
let bodiesOf: Awaited<ReturnType<typeof hearWebhooks>>;

beforeEach(async () => {
  app = await startReceiver();
  shop = await platformShop({ seed: "small", app_url: app.url });
  bodiesOf = await hearWebhooks(shop, app, ["ORDERS_CREATE", "ORDERS_FULFILLED", "ORDERS_UPDATED"]);
});

afterEach(async () => {
  await app.close();
});

const herbs = { variant_id: 7502, quantity: 2 };

describe("cart attributes", () => {
  const facts = "query($id: ID!) { order(id: $id) { customAttributes { key value } } }";

  test("stay in the cart, change one by one, and reach the order of its checkout", async () => {
    const shopper = shopperOf(shop);
    await signIn(shopper, 1001);
    await shopper.post("/cart/add", { id: "7502", quantity: "1" });
    const update = async (body: object) => {
      const { text } = await shopper.send("/cart/update.js", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return JSON.parse(text).attributes;
    };
    expect(await update({ attributes: { referral: "ANNA-1", gift: "Für Zoë" } })).toEqual({
      referral: "ANNA-1",
      gift: "Für Zoë",
    });
    await update({ discount: "WELCOME10" });
    expect(await update({ attributes: { gift: null, note: 5 } })).toEqual({
      referral: "ANNA-1",
      note: "5",
    });
    await shopper.post("/cart/update.js", { "attributes[note]": "" });
    const cart = JSON.parse((await shopper.get("/cart.js")).text);
    expect(cart).toMatchObject({
      attributes: { referral: "ANNA-1" },
      discount_codes: [{ code: "WELCOME10", applicable: true }],
    });
    const paid = await shopper.post("/checkout/pay", {});
    expect(paid.status).toBe(303);
    const [created] = await bodiesOf("orders/create");
    expect(created.note_attributes).toEqual([{ name: "referral", value: "ANNA-1" }]);
    const { order } = await shop.data(facts, { id: created.admin_graphql_api_id });
    expect(order.customAttributes).toEqual([{ key: "referral", value: "ANNA-1" }]);
    expect(JSON.parse((await shopper.get("/cart.js")).text).attributes).toEqual({});
  });

  test("are given by the control as well; what a cart cannot carry is refused", async () => {
    const attributes = [{ key: "referral", value: "ANNA-1" }];
    const { body } = await shop.control("orders", { cid: 1001, lines: [herbs], attributes });
    const { order } = await shop.data(facts, { id: gid("Order", body.order_id) });
    expect(order.customAttributes).toEqual(attributes);
    const answer = await shopperOf(shop).post("/cart/update.js", {
      "attributes[long]": "x".repeat(4000),
    });
    expect(answer.status).toBe(422);
    expect((await shopperOf(shop).post("/cart/update.js", { note: "Hello" })).status).toBe(422);
  });
});

test("an order's webhook tells its codes, what they meant, and what they took off", async () => {
  const discount_codes = ["WELCOME10", "FREESHIP"];
  await shop.control("orders", { cid: 1001, lines: [herbs], discount_codes });
  const [body] = await bodiesOf("orders/create");
  expect(body).toMatchObject({
    discount_codes: [
      { code: "WELCOME10", amount: "2.98", type: "percentage" },
      { code: "FREESHIP", amount: "4.90", type: "shipping" },
    ],
    discount_applications: [
      { code: "WELCOME10", value: "10.0", value_type: "percentage", target_type: "line_item" },
      { code: "FREESHIP", value: "100.0", value_type: "percentage", target_type: "shipping_line" },
    ],
    line_items: [{ discount_allocations: [{ amount: "2.98", discount_application_index: 0 }] }],
    shipping_lines: [
      {
        price: "4.90",
        discounted_price: "0.00",
        discount_allocations: [{ amount: "4.90", discount_application_index: 1 }],
      },
    ],
    total_price: "26.82",
  });
});

test("an order is fulfilled once, by the control, and the app hears it by two topics", async () => {
  const { body } = await shop.control("orders", { cid: 1001, lines: [herbs] });
  const read = async () => {
    const query = `query($id: ID!) { order(id: $id) { displayFulfillmentStatus
      fulfillments(first: 5) { id status displayStatus createdAt totalQuantity } } }`;
    return (await shop.data(query, { id: gid("Order", body.order_id) })).order;
  };
  expect(await read()).toEqual({ displayFulfillmentStatus: "UNFULFILLED", fulfillments: [] });
  const fulfill = () => shop.control(`orders/${body.order_id}/fulfill`);
  expect((await fulfill()).status).toBe(200);
  expect(await read()).toMatchObject({
    displayFulfillmentStatus: "FULFILLED",
    fulfillments: [{ status: "SUCCESS", displayStatus: "FULFILLED", totalQuantity: 2 }],
  });
  const [fulfilled] = await bodiesOf("orders/fulfilled");
  expect(fulfilled).toMatchObject({
    id: body.order_id,
    fulfillment_status: "fulfilled",
    fulfillments: [{ order_id: body.order_id, status: "success" }],
    line_items: [{ fulfillment_status: "fulfilled" }],
  });
  expect(await bodiesOf("orders/updated")).toHaveLength(1);
  expect((await fulfill()).status).toBe(422);
  expect(await bodiesOf("orders/fulfilled")).toHaveLength(1);
});
