import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createPerennial, PerennialError } from "#clients/typescript/src/client.ts";
import { generateTypescriptClient } from "#scripts/clients/generate-typescript-client.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

test("the client is what the routes declare", async () => {
  const file = join(projectRoot, "clients/typescript/src/operations.generated.ts");
  expect(readFileSync(file, "utf8")).toBe(await generateTypescriptClient());
});

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | "hang up";

/** A server that gives these answers one after the other, and keeps what it was asked. */
async function serveReplies(replies: Reply[]): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, headers, body: await text(request) });
    const reply = replies[asked.length - 1] ?? {};
    if (reply === "hang up") {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status ?? 200, reply.headers ?? {});
    response.end(JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test("the key stands where each interface wants it, and the Loyalty API is sent none", async () => {
  const { url, asked } = await serveReplies([]);
  const client = createPerennial({ serviceUrl: url, storeUrl: url, key: "pk_secret" });
  await client.call("listMembers", { query: { limit: 2 } });
  await client.call("listOrders");
  await client.call("collect", { body: { topic: "member" } });
  await client.call("listLoyaltyRules");
  expect(asked[0]).toMatchObject({ url: "/api/v1/members?limit=2" });
  expect(asked[0]?.headers.authorization).toBe("Bearer pk_secret");
  expect(asked[1]?.url).toBe("/apps/service-api/v1/data/orders?key=pk_secret");
  expect(asked[2]?.body).toBe("key=pk_secret&topic=member");
  expect(JSON.stringify(asked[3])).not.toContain("pk_secret");
});

test("a file is sent byte by byte, with its type, and what is said about it in the query", async () => {
  const { url, asked } = await serveReplies([]);
  const client = createPerennial({ storeUrl: url });
  await client.call("uploadLoyaltyReceipt", {
    path: { platform_customer_id: 1001 },
    query: { retailer: "Corner Shop", purchased_on: "2026-11-20", total: "23.9" },
    body: new Blob(["%PDF-1.4\n%%EOF\n"], { type: "application/pdf" }),
  });
  expect(asked[0]).toMatchObject({
    url: "/apps/service-api/v1/loyalty/customers/1001/receipts?retailer=Corner+Shop&purchased_on=2026-11-20&total=23.9",
    headers: { "content-type": "application/pdf" },
    body: "%PDF-1.4\n%%EOF\n",
  });
});

test("a 429 is repeated with the same idempotency key after the time that it names", async () => {
  const busy = { status: 429, headers: { "retry-after": "0" } };
  const { url, asked } = await serveReplies([busy, busy, { body: { data: {} } }]);
  const waits: number[] = [];
  const client = createPerennial({
    serviceUrl: url,
    key: "k",
    onWait: ({ seconds }) => waits.push(seconds),
  });
  await client.call("addStoreCredit", {
    path: { customer_id: 1001 },
    body: { amount: 5, reason: "Late parcel" },
  });
  expect(waits).toEqual([0, 0]);
  expect(asked).toHaveLength(3);
  expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test("a wait longer than allowed, and any other refusal, is thrown with its status, code and body", async () => {
  const { url } = await serveReplies([
    { status: 429, headers: { "retry-after": "9000" }, body: {} },
    { status: 404, body: { error: { code: "not_found", message: "There is no such member." } } },
  ]);
  const client = createPerennial({ serviceUrl: url, key: "k" });
  await expect(client.call("listMembers")).rejects.toMatchObject({ status: 429 });
  const error = await client
    .call("getMember", { path: { member_id: "mem_1" } })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PerennialError);
  expect(error).toMatchObject({
    status: 404,
    code: "not_found",
    message: "There is no such member.",
  });
});

test("a lost connection is not repeated where repeating could do a thing twice", async () => {
  const { url, asked } = await serveReplies(["hang up"]);
  const client = createPerennial({ storeUrl: url, key: "k" });
  const input = { path: { contract_id: 1, offer_id: 2 } };
  await expect(client.call("activateOffer", input)).rejects.toThrow(TypeError);
  expect(asked).toHaveLength(1);
});

async function allOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

test("rows reads every page, by offset, by the last id and by number", async () => {
  const core = (offset: number, has_more: boolean) => ({
    body: { data: [{ id: `mem_${offset}` }], meta: { total: 2, limit: 1, offset, has_more } },
  });
  const cursor = (last_id: number, has_more: boolean) => ({
    body: { data: [{ order_name: `#${last_id}` }], meta: { per_page: 1, last_id, has_more } },
  });
  const numbered = (current_page: number, data: object[]) => ({
    body: { data, meta: { current_page, per_page: 1 } },
  });
  const { url, asked } = await serveReplies([
    core(0, true),
    core(1, false),
    cursor(7, true),
    cursor(9, false),
    numbered(1, [{ email: "a" }]),
    numbered(2, []),
  ]);
  const client = createPerennial({ serviceUrl: url, storeUrl: url, key: "k" });
  expect((await allOf(client.rows("listMembers"))).map(({ id }) => id)).toEqual(["mem_0", "mem_1"]);
  expect(await allOf(client.rows("listOrders"))).toHaveLength(2);
  expect(await allOf(client.rows("listMemberRows"))).toHaveLength(1);
  expect(asked.map(({ url: address }) => address.replace(/^.*\//, ""))).toEqual([
    "members",
    "members?offset=1",
    "orders?key=k",
    "orders?since_id=7&key=k",
    "members?key=k",
    "members?page=2&key=k",
  ]);
});
