import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { documentOf } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";
import { startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

let app: WebhookReceiver;
let shop: PlatformShop;

beforeEach(async () => {
  app = await startReceiver();
  shop = await platformShop({ app_url: app.url, seed: "small" });
});

afterEach(() => app.close());

const runQuery = `mutation($query: String!, $grouped: Boolean!) {
  bulkOperationRunQuery(query: $query, groupObjects: $grouped) {
    bulkOperation { id status } userErrors { field message code } } }`;
const look = `query($id: ID!) { bulkOperation(id: $id) { status errorCode objectCount rootObjectCount
  fileSize createdAt completedAt url partialDataUrl query type } }`;
const cancel = `mutation($id: ID!) { bulkOperationCancel(id: $id) {
  bulkOperation { id status } userErrors { field message } } }`;
const list = `query($query: String) { bulkOperations(first: 9, query: $query) { nodes { id } } }`;

/** Asked through the SDK's own client. */
async function ask(query: string, variables: Record<string, unknown> = {}) {
  const client = new shop.sdk.clients.Graphql({ session: shop.session });
  return (await client.request<AnyJson>(query, { variables })).data;
}

const begin = async (query: string, grouped = false) =>
  (await ask(runQuery, { query, grouped })).bulkOperationRunQuery;
const operation = async (id: string) => (await ask(look, { id })).bulkOperation;

/** As an app polls. */
async function finished(id: string) {
  await expect
    .poll(async () => (await operation(id)).status)
    .not.toMatch(/CREATED|RUNNING|CANCELING/);
  return operation(id);
}

interface Ended {
  status: string;
  errorCode: string | null;
  objectCount: string;
  rootObjectCount: string;
  fileSize: string | null;
  url: string;
  lines: ReturnType<typeof readLine>[];
}

/** One line of a result: ids, and whatever else was asked for. */
const readLine = (line: string): { id: string; __parentId?: string } => JSON.parse(line);

/** Runs a query to its end; the operation and its lines. */
async function run(query: string, grouped = false): Promise<Ended> {
  const { bulkOperation, userErrors } = await begin(query, grouped);
  expect(userErrors).toEqual([]);
  const ended = await finished(bulkOperation.id);
  if (ended.url === null) return { ...ended, lines: [] };
  const text = await (await fetch(ended.url)).text();
  return {
    ...ended,
    text,
    lines: text.trimEnd().split("\n").map(readLine),
  };
}

describe("a query in bulk", () => {
  test("is created, runs, and leaves every node as a JSON line of a file whose size it tells", async () => {
    const query = "{ customers { edges { node { id firstName } } } }";
    const begun = await begin(query);
    expect(begun.bulkOperation.status).toBe("CREATED");
    const ended = await finished(begun.bulkOperation.id);
    const { counts } = (await shop.look("state")).body;
    expect(ended).toMatchObject({
      status: "COMPLETED",
      type: "QUERY",
      query,
      errorCode: null,
      objectCount: String(counts.customers),
      rootObjectCount: String(counts.customers),
      partialDataUrl: null,
    });
    const answer = await fetch(ended.url);
    const text = await answer.text();
    expect(answer.headers.get("content-type")).toBe("application/jsonl");
    expect(Number(ended.fileSize)).toBe(Buffer.byteLength(text));
    expect(JSON.parse(text.split("\n")[0] ?? "")).toEqual({
      id: gid("Customer", 1001),
      firstName: "Anna",
    });
  });

  test("names the parent of each nested node, and puts children behind all parents", async () => {
    const { lines, objectCount, rootObjectCount } = await run(`{ products { edges { cursor node { id
      variants(first: 1) { edges { node { id title } } pageInfo { hasNextPage } } } } } }`);
    const parents = lines.filter((line) => line.__parentId === undefined);
    const children = lines.filter((line) => line.__parentId !== undefined);
    expect(lines).toEqual([...parents, ...children]);
    expect(Object.keys(parents[0] ?? {})).toEqual(["id"]);
    expect(Object.keys(children[0] ?? {})).toEqual(["id", "title", "__parentId"]);
    const ids = new Set(parents.map(({ id }) => id));
    expect(children.every((line) => ids.has(line.__parentId ?? ""))).toBe(true);
    // `first` is not counted: there is more than one variant a product.
    expect(children.length).toBeGreaterThan(parents.length);
    expect(objectCount).toBe(String(lines.length));
    expect(rootObjectCount).toBe(String(parents.length));
  });

  test("puts children below their own parent when that is asked for", async () => {
    const { lines } = await run(
      "{ products { edges { node { id variants { edges { node { id } } } } } } }",
      true,
    );
    let parent = "";
    for (const line of lines) {
      if (line.__parentId === undefined) parent = line.id;
      else expect(line.__parentId).toBe(parent);
    }
  });

  test("that finds nothing has no file", async () => {
    const { url, fileSize, objectCount } = await run(
      '{ customers(query: "email:nobody@example.com") { edges { node { id } } } }',
    );
    expect({ url, fileSize, objectCount }).toEqual({ url: null, fileSize: null, objectCount: "0" });
  });

  test("fails with ACCESS_DENIED where the query itself would", async () => {
    await shop.control("protected-data", { approved: ["customer_data", "name"] });
    const { status, errorCode, url } = await run("{ customers { edges { node { id email } } } }");
    expect({ status, errorCode, url }).toEqual({
      status: "FAILED",
      errorCode: "ACCESS_DENIED",
      url: null,
    });
  });

  test("tells its end by webhook, in small letters and without the file's address", async () => {
    const input = { uri: `${app.url}/bulk` };
    await shop.data(documentOf("webhookCreate"), { topic: "BULK_OPERATIONS_FINISH", input });
    const { bulkOperation } = await begin("{ products { edges { node { id } } } }");
    const ended = await finished(bulkOperation.id);
    await shop.control("webhooks/flush");
    const delivery = app.received.find((one) => one.topic === "bulk_operations/finish");
    const { completed_at, created_at, ...rest } = JSON.parse(delivery?.body ?? "{}");
    expect(rest).toEqual({
      admin_graphql_api_id: bulkOperation.id,
      error_code: null,
      status: "completed",
      type: "query",
    });
    expect(Date.parse(completed_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
    const { node } = await ask(
      "query($id: ID!) { node(id: $id) { ... on BulkOperation { status } } }",
      { id: bulkOperation.id },
    );
    expect(node.status).toBe(ended.status);
  });
});

describe("a query that cannot run in bulk is refused with the reason:", () => {
  test.each([
    ["no text", "", "Invalid bulk query: syntax error, unexpected end of file"],
    [
      "a field that the schema does not have",
      "{ products { edges { node { id weight } } } }",
      "Invalid bulk query: Field 'weight' doesn't exist on type 'Product'",
    ],
    ["no list", "{ shop { name } }", "Bulk queries must contain at least one connection."],
    [
      "a mutation",
      'mutation { tagsAdd(id: "gid://shopify/Customer/1001", tags: "a") { node { id } } }',
      "Invalid operation type. Only `query` operations are supported.",
    ],
    [
      "nodes instead of edges",
      "{ products { nodes { id } } }",
      "All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: 'products'.",
    ],
    [
      "a top level node",
      '{ node(id: "gid://shopify/Product/1") { ... on Product { variants { edges { node { id } } } } } }',
      "Bulk queries cannot contain a top level `node` field.",
    ],
    [
      "two fields at the top",
      "{ products { edges { node { id } } } customers { edges { node { id } } } }",
      "Bulk queries cannot contain more than one top level field.",
    ],
    [
      "lists nested three deep",
      `{ customers { edges { node { id orders { edges { node { id lineItems { edges { node { id
        customAttributes { key } variant { id metafields { edges { node { id } } } } } } } } } } } } } }`,
      "Bulk queries cannot contain connections with a nesting depth greater than 2.",
    ],
    [
      "more than five lists",
      `{ products { edges { node { id ${"abcde"
        .split("")
        .map((name) => `${name}: variants { edges { node { id } } }`)
        .join(" ")} } } } }`,
      "Bulk queries cannot contain more than 5 connections.",
    ],
    [
      "a parent without its id",
      "{ products { edges { node { title variants { edges { node { id } } } } } } }",
      "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': products.",
    ],
    [
      "a list within a plain list",
      "{ orders { edges { node { id refunds { id refundLineItems { edges { node { id } } } } } } } }",
      "Queries that contain a connection field within a list field are not currently supported.",
    ],
  ])("%s", async (_what, query, message) => {
    const { bulkOperation, userErrors } = await begin(query);
    expect(bulkOperation).toBeNull();
    expect(userErrors).toContainEqual({ field: ["query"], message, code: "INVALID" });
  });

  test("fragments that double at each level cost no more than short ones", async () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `fragment F${level} on Product { ...F${level + 1} ...F${level + 1} }`,
    );
    const bomb = `{ products { edges { node { ...F0 } } } } ${levels.join(" ")} fragment F30 on Product { id }`;
    const { userErrors } = await begin(bomb);
    expect(userErrors[0]?.code).toBe("INVALID");
  });
});

describe("while operations run", () => {
  beforeEach(() => shop.control("bulk-operations", { hold: true }));

  const query = "{ products { edges { node { id } } } }";

  test("five go at a time, and a sixth is refused", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await begin(query)).bulkOperation.id);
    const sixth = await begin(query);
    expect(sixth).toMatchObject({
      bulkOperation: null,
      userErrors: [{ field: null, code: "LIMIT_REACHED" }],
    });
    const { bulkOperations } = await ask(list, { query: "status:created" });
    expect(bulkOperations.nodes.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    await shop.control("bulk-operations", { hold: false });
    await finished(ids[0] ?? "");
    expect((await begin(query)).userErrors).toEqual([]);
  });

  test("one can be canceled, and one that has ended or never was cannot", async () => {
    const { id } = (await begin(query)).bulkOperation;
    expect((await ask(cancel, { id })).bulkOperationCancel).toEqual({
      bulkOperation: { id, status: "CANCELING" },
      userErrors: [],
    });
    await shop.control("bulk-operations", { hold: false });
    expect(await finished(id)).toMatchObject({ status: "CANCELED", url: null });
    expect((await ask(cancel, { id })).bulkOperationCancel.userErrors).toEqual([
      { field: null, message: "A bulk operation cannot be canceled when it is canceled" },
    ]);
    const unknown = await ask(cancel, { id: gid("BulkOperation", 4711) });
    expect(unknown.bulkOperationCancel).toEqual({
      bulkOperation: null,
      userErrors: [{ field: ["id"], message: "Bulk operation does not exist" }],
    });
  });
});

describe("the address of a result", () => {
  test("needs no token, and a changed one is refused", async () => {
    const { url } = await run("{ products { edges { node { id } } } }");
    expect((await fetch(url)).status).toBe(200);
    const other = url.replace(/expires=\d+/, `expires=${Date.now() * 2}`);
    const refused = await fetch(other);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("SignatureDoesNotMatch");
  });

  test("holds for seven days", async () => {
    const { url } = await run("{ products { edges { node { id } } } }");
    await shop.control("clock", {
      to: new Date(Date.now() + 6 * 86_400_000).toISOString(),
    });
    expect((await fetch(url)).status).toBe(200);
    await shop.control("clock", {
      to: new Date(Date.now() + 8 * 86_400_000).toISOString(),
    });
    expect((await fetch(url)).status).toBe(400);
    const { bulkOperations } = await ask("{ bulkOperations(first: 1) { nodes { status url } } }");
    expect(bulkOperations.nodes).toEqual([{ status: "EXPIRED", url: null }]);
  });
});
