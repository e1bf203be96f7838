import { GraphqlQueryError } from "@shopify/shopify-api";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { documentOf } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";
import { startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

let app: WebhookReceiver;

beforeEach(async () => {
  app = await startReceiver();
});

afterEach(() => app.close());

const page = "https://shopify.dev/docs/apps/launch/protected-customer-data";
const person = "{ customer(id: $id) { id tags firstName email phone } }";

function shopWith(approved: string[]): Promise<PlatformShop> {
  return platformShop({ app_url: app.url, approved });
}

/** What the SDK's own client makes of a request: the answer's data, or the errors it threw. */
async function ask(shop: PlatformShop, query: string, variables: Record<string, unknown> = {}) {
  const client = new shop.sdk.clients.Graphql({ session: shop.session });
  try {
    return { data: (await client.request(query, { variables })).data, errors: [] };
  } catch (error) {
    if (!(error instanceof GraphqlQueryError)) throw error;
    const body = error.body as unknown as {
      data?: unknown;
      errors: { graphQLErrors: { message: string; path: unknown; extensions: unknown }[] };
    };
    return { data: body.data, errors: body.errors.graphQLErrors };
  }
}

async function newCustomer(shop: PlatformShop): Promise<string> {
  const { body } = await shop.control("customers", { email: "zoe@example.com", first_name: "Zoë" });
  return gid("Customer", body.cid);
}

describe("without approval of customer data", () => {
  test.each([
    ["a customer", "Customer", "{ customers(first: 1) { nodes { id } } }"],
    ["an order", "Order", "{ orders(first: 1) { nodes { id } } }"],
    [
      "a contract",
      "SubscriptionContract",
      "{ subscriptionContracts(first: 1) { nodes { status } } }",
    ],
  ])("%s is denied to the SDK's client, by name", async (_what, type, query) => {
    const shop = await shopWith([]);
    const { errors } = await ask(shop, query);
    expect(errors[0]).toMatchObject({
      message: `This app is not approved to access the ${type} object. See ${page} for more details.`,
      extensions: { code: "ACCESS_DENIED" },
    });
  });

  test("a customer is denied behind `node` too, and products are not", async () => {
    const shop = await shopWith([]);
    const id = await newCustomer(shop);
    const denied = await ask(shop, "query($id: ID!) { node(id: $id) { id } }", { id });
    expect(denied.errors[0]?.message).toContain("not approved to access the Customer object");
    expect(await ask(shop, "{ products(first: 1) { nodes { id } } }")).toMatchObject({
      errors: [],
    });
  });

  test("no mutation on a customer, a contract or their metafields has an effect", async () => {
    const shop = await shopWith([]);
    const id = await newCustomer(shop);
    const contract = await shop.control("contracts");
    const metafields = [{ ownerId: id, key: "club", type: "json", value: "{}" }];
    for (const [name, variables] of [
      ["tagsAdd", { id, tags: ["gold"] }],
      ["metafieldsSet", { metafields }],
      ["cancel", { id: gid("SubscriptionContract", contract.body.contract_id) }],
    ] as const) {
      const { errors } = await ask(shop, documentOf(name), variables);
      expect(errors[0]?.message).toContain("not approved to access the");
    }
    await shop.control("protected-data", { approved: ["customer_data"] });
    const { customer } = await shop.data(
      "query($id: ID!) { customer(id: $id) { tags metafields(first: 9) { nodes { key } } } }",
      { id },
    );
    expect(customer).toEqual({ tags: [], metafields: { nodes: [] } });
    const again = await shop.data("{ subscriptionContracts(first: 9) { nodes { status } } }");
    expect(again.subscriptionContracts.nodes).toEqual([{ status: "ACTIVE" }]);
  });

  test("a webhook of customers, orders or contracts cannot be subscribed to", async () => {
    const shop = await shopWith([]);
    const input = { uri: `${app.url}/hooks` };
    for (const topic of ["CUSTOMERS_CREATE", "ORDERS_CREATE", "SUBSCRIPTION_CONTRACTS_UPDATE"]) {
      const { webhookSubscriptionCreate: payload } = await shop.data(documentOf("webhookCreate"), {
        topic,
        input,
      });
      expect(payload.userErrors).toEqual([
        {
          field: ["webhookSubscription"],
          message: `This app is not approved to subscribe to webhook topics containing protected customer data. See ${page} for more details.`,
        },
      ]);
    }
  });

  test("the topics of shopify.app.toml with customer data are not delivered, the others are", async () => {
    const shop = await shopWith([]);
    const { body } = await shop.control("customers");
    await shop.control("contracts", { cid: body.cid });
    await shop.control("compliance", { topic: "customers/redact", cid: body.cid });
    await shop.control("scopes", { withhold: ["write_discounts"] });
    await shop.control("webhooks/flush");
    const topics = app.received.map((one) => one.topic);
    expect(topics.sort()).toEqual(["app/scopes_update", "customers/redact"]);
  });
});

describe("without approval of a field", () => {
  test("it is null with an error that names it, beside what is approved", async () => {
    const shop = await shopWith(["customer_data", "name"]);
    const id = await newCustomer(shop);
    const { body } = await shop.admin(`query($id: ID!) ${person}`, { id });
    expect(body.data.customer).toEqual({
      id,
      tags: [],
      firstName: "Zoë",
      email: null,
      phone: null,
    });
    expect(body.errors).toEqual([
      expect.objectContaining({
        message: `This app is not approved to use the email field. See ${page} for more details.`,
        path: ["customer", "email"],
      }),
      expect.objectContaining({ path: ["customer", "phone"] }),
    ]);
    expect((await ask(shop, `query($id: ID!) ${person}`, { id })).errors).toHaveLength(2);
  });

  test("it is null in a webhook's payload", async () => {
    const shop = await shopWith(["customer_data"]);
    await newCustomer(shop);
    await shop.control("webhooks/flush");
    expect(JSON.parse(app.received[0]?.body ?? "{}")).toMatchObject({
      id: expect.any(Number),
      email: null,
      first_name: null,
    });
  });
});

test("what the documentation says to ask for is approved, and nothing else", async () => {
  const shop = await platformShop();
  const { body } = await shop.control("shops", { domain: `plain-${shop.domain}`, seed: "empty" });
  expect(body.app.protected_data).toEqual(["customer_data", "name", "email", "address", "phone"]);
});

test("names and addresses are not approved without customer data as such", async () => {
  const shop = await platformShop();
  const { status, body } = await shop.control("protected-data", { approved: ["email"] });
  expect(status).toBe(422);
  expect(body.errors[0].field).toBe("approved");
});
