import { GraphqlQueryError } from "@shopify/shopify-api";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

async function errorsOf(query: string, variables: Record<string, unknown> = {}) {
  const { status, body } = await shop.admin(query, variables);
  expect(status).toBe(200);
  return body.errors;
}

describe("what does not fit the published schema is refused in the platform's words", () => {
  test("an unknown field", async () => {
    const [error] = await errorsOf("{ shop { nmae } }");
    expect(error.message).toBe("Field 'nmae' doesn't exist on type 'Shop'");
    expect(error.extensions).toEqual({
      code: "undefinedField",
      typeName: "Shop",
      fieldName: "nmae",
    });
  });

  test("an unknown argument", async () => {
    const [error] = await errorsOf("{ customers(first: 1, sort: ID) { nodes { id } } }");
    expect(error.extensions.code).toBe("argumentNotAccepted");
  });

  test("a missing argument", async () => {
    const [error] = await errorsOf("{ customer { id } }");
    expect(error.message).toBe("Field 'customer' is missing required arguments: id");
  });

  test("a value which the enum does not have, inline and in a variable", async () => {
    const [inline] = await errorsOf("{ customers(first: 1, sortKey: AGE) { nodes { id } } }");
    expect(inline.extensions.code).toBe("argumentLiteralsIncompatible");
    const query =
      "query($k: CustomerSortKeys) { customers(first: 1, sortKey: $k) { nodes { id } } }";
    const [variable] = await errorsOf(query, { k: "AGE" });
    expect(variable.extensions.code).toBe("INVALID_VARIABLE");
    expect(variable.extensions.problems[0].explanation).toMatch(/^Expected "AGE" to be one of: /);
  });

  test("a variable of the wrong type, and every problem of an input named by its path", async () => {
    const query = `mutation($m: [MetafieldsSetInput!]!) {
      metafieldsSet(metafields: $m) { userErrors { message } }
    }`;
    const [error] = await errorsOf(query, { m: [{ ownerId: "17", key: 4, colour: "red" }] });
    const paths = error.extensions.problems.map((one: { path: unknown[] }) => one.path.join("."));
    expect(paths.sort()).toEqual(["0.colour", "0.key", "0.ownerId", "0.value"]);
  });

  test("an id that is no global id", async () => {
    const [error] = await errorsOf("query($id: ID!) { customer(id: $id) { id } }", { id: "1001" });
    expect(error.extensions.problems[0].explanation).toBe("Invalid global id '1001'");
  });

  test("a date that is none", async () => {
    const query = `mutation($id: ID!, $date: DateTime!) {
      subscriptionContractSetNextBillingDate(contractId: $id, date: $date) { userErrors { code } }
    }`;
    const variables = { id: gid("SubscriptionContract", 5001), date: "tomorrow" };
    const [error] = await errorsOf(query, variables);
    expect(error.extensions.code).toBe("INVALID_VARIABLE");
  });

  test("two choices of a oneOf input", async () => {
    const query = `query($by: CustomerIdentifierInput!) { customerByIdentifier(identifier: $by) { id } }`;
    const by = { id: gid("Customer", 1001), emailAddress: "a@example.com" };
    const [error] = await errorsOf(query, { by });
    expect(error.extensions.problems[0].explanation).toMatch(/exactly one/);
  });

  test("a list longer than 250", async () => {
    const query = "query($ids: [ID!]!) { nodes(ids: $ids) { id } }";
    const ids = Array.from({ length: 251 }, (_, index) => gid("Customer", index));
    const [error] = await errorsOf(query, { ids });
    expect(error.extensions.problems[0].explanation).toMatch(
      /greater than the maximum allowed of 250/,
    );
  });

  test("a document that is no GraphQL", async () => {
    const [error] = await errorsOf("{ shop {");
    expect(error.message).toMatch(/^syntax error/);
  });

  test("a connection without a size, or with one above 250", async () => {
    const [without] = await errorsOf("{ customers { nodes { id } } }");
    expect(without.message).toBe("you must provide one of first or last");
    const [above] = await errorsOf("{ customers(first: 251) { nodes { id } } }");
    expect(above.message).toMatch(/^first cannot exceed 250/);
  });

  test("the SDK's client raises what it raises for the platform", async () => {
    const client = new shop.sdk.clients.Graphql({ session: shop.session });
    const request = client.request("{ shop { nmae } }");
    await expect(request).rejects.toBeInstanceOf(GraphqlQueryError);
  });
});

describe("access", () => {
  test("an operation whose scope the token lacks is ACCESS_DENIED, with the scope in words", async () => {
    const query = `mutation($id: ID!, $in: StoreCreditAccountCreditInput!) {
      storeCreditAccountCredit(id: $id, creditInput: $in) { userErrors { code } }
    }`;
    const { body } = await shop.admin(query, {
      id: gid("Customer", 1001),
      in: { creditAmount: { amount: "5", currencyCode: "EUR" } },
    });
    expect(body.data).toEqual({ storeCreditAccountCredit: null });
    expect(body.errors[0].message).toBe(
      "Access denied for storeCreditAccountCredit field. Required access: `write_store_credit_account_transactions` access scope.",
    );
    expect(body.errors[0].extensions).toEqual({
      code: "ACCESS_DENIED",
      documentation: "https://shopify.dev/api/usage/access-scopes",
      requiredAccess: "`write_store_credit_account_transactions` access scope.",
    });
  });

  test("a field whose type needs a scope is denied where it stands, and the rest is answered", async () => {
    const query = `{ shop { name } dispute(id: "gid://shopify/ShopifyPaymentsDispute/1") { id } }`;
    await shop.control("scopes", { withhold: ["read_shopify_payments_disputes"] });
    const { body } = await shop.admin(query);
    await shop.control("scopes");
    expect(body.data.shop.name).toMatch(/^Fidelity/);
    expect(body.data.dispute).toBeNull();
    expect(body.errors[0].path).toEqual(["dispute"]);
    expect(body.errors[0].extensions.code).toBe("ACCESS_DENIED");
  });

  test("no token, an unknown token: 401", async () => {
    expect((await shop.admin("{ shop { id } }", {}, "")).status).toBe(401);
    expect((await shop.admin("{ shop { id } }", {}, "shpat_nobody")).status).toBe(401);
  });

  test("another API version and an unknown shop: 404", async () => {
    const call = (path: string, host: string) =>
      fetch(`${inject("devstoreUrl")}${path}`, {
        method: "POST",
        headers: { "x-forwarded-host": host, "x-shopify-access-token": "x" },
        body: "{}",
      });
    const old = await call("/admin/api/2019-01/graphql.json", shop.domain);
    expect(old.status).toBe(404);
    expect((await old.json()).errors).toContain("2026-10");
    const unknown = await call("/admin/api/2026-10/graphql.json", "nobody.myshopify.com");
    expect(unknown.status).toBe(404);
  });
});

test("what is not modelled is refused by name, never answered with a silent null", async () => {
  const [root] = await errorsOf("{ themes(first: 1) { nodes { id } } }");
  expect(root.extensions.code).toBe("ACCESS_DENIED");
  const [field] = await errorsOf("{ shop { weightUnit } }");
  expect(field.message).toBe("Shop.weightUnit is not available in the development store");
  const [mutation] = await errorsOf(
    `mutation { bulkOperationRunMutation(mutation: "x", stagedUploadPath: "y") { userErrors { message } } }`,
  );
  expect(mutation.message).toContain("Mutation.bulkOperationRunMutation is not available");
});

test("a search term on an unknown field is ignored with the platform's warning", async () => {
  const query = `{ customers(first: 50, query: "shoe_size:44 email:*") { nodes { id } } }`;
  const { body } = await shop.admin(query);
  expect(body.data.customers.nodes.length).toBe(12);
  expect(body.extensions.search[0].warnings[0].field).toBe("shoe_size");
});

test("pages join without gap or repeat, forwards and backwards", async () => {
  const page = `query($first: Int, $after: String, $last: Int, $before: String) {
    customers(first: $first, after: $after, last: $last, before: $before, sortKey: UPDATED_AT) {
      nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
    }
  }`;
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { customers } = await shop.data(page, { first: 5, after });
    seen.push(...customers.nodes.map((one: { id: string }) => one.id));
    after = customers.pageInfo.hasNextPage ? customers.pageInfo.endCursor : null;
  } while (after !== null);
  expect(new Set(seen).size).toBe(12);
  expect(seen.length).toBe(12);
  const { customers: last } = await shop.data(page, { last: 5 });
  expect(last.nodes.map((one: { id: string }) => one.id)).toEqual(seen.slice(-5));
  const { customers: before } = await shop.data(page, {
    last: 5,
    before: last.pageInfo.startCursor,
  });
  expect(before.nodes.map((one: { id: string }) => one.id)).toEqual(seen.slice(-10, -5));
});
