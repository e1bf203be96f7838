import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyRouteDeclaration } from "#app/http/declare-route.ts";
import { StoreRequests } from "#app/http/store-requests.ts";
import { createLogger } from "#app/lib/log.ts";
import { isRetired } from "#tests/support/is-retired.ts";
import { seedCreditEntries } from "#tests/support/seed-credit-entries.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const AT_A_TIME = 4;
const LEDGER = "/proxy/v1/data/store-credits";

let testApp: TestApp;
/** A store whose exports are far larger than what a connection buffers. */
let large: TestShop;
let other: TestShop;
const logged: string[] = [];
/**
 * A second door of the same server. Between two ends of a local socket lie some hundred kilobytes at the most;
 * a TCP connection grows until a whole page fits, and an unread answer then has ended for the server.
 */
let door: Server;
let folder: string;

beforeAll(async () => {
  testApp = await startTestApp({ requestsAtATime: AT_A_TIME });
  folder = await mkdtemp(join(tmpdir(), "perennial-door-"));
  door = createServer((socket) => testApp.server.emit("connection", socket));
  await once(door.listen(join(folder, "socket")), "listening");
  const log = createLogger("warn", {}, { write: (line) => logged.push(line) });
  Object.assign(testApp.app, { log });
  [large, other] = [await testApp.createShop(), await testApp.createShop()];
  const { shop, db } = await large.context();
  await seedCreditEntries(db, {
    shopId: shop.id,
    customers: 100,
    each: 100,
    firstCid: 10_000_000,
  });
  await db.pool.query("UPDATE credit_entries SET message = repeat('m', 1000) WHERE shop_id = $1", [
    String(shop.id),
  ]);
}, 120_000);
afterAll(async () => {
  door.close();
  await rm(folder, { recursive: true });
  await testApp.close();
});

interface Sent {
  sent: ClientRequest;
  answer: Promise<IncomingMessage>;
}

function send(shop: TestShop, path: string, options: { method?: string; cid?: number } = {}): Sent {
  const query = signProxyQuery(options.cid ? {} : { key: shop.key }, {
    shop: shop.domain,
    secret: testApp.environment.SHOPIFY_API_SECRET,
    ...(options.cid ? { customerId: options.cid } : {}),
  });
  const sent = request({
    socketPath: join(folder, "socket"),
    path: `${path}?${query}`,
    method: options.method ?? "GET",
    headers: { host: new URL(testApp.url).host, "content-type": "application/json" },
    agent: false,
  });
  sent.on("error", () => {});
  const answer = once(sent, "response").then(([one]) => one as IncomingMessage);
  // Of one that goes away before it is answered.
  answer.catch(() => {});
  return { sent, answer };
}

/** Asks for a page of the ledger and reads none of it. */
async function openLedger(shop: TestShop): Promise<IncomingMessage> {
  const { sent, answer } = send(shop, LEDGER);
  sent.end();
  return answer;
}

async function fillPlaces(shop: TestShop): Promise<IncomingMessage[]> {
  const open = await Promise.all(Array.from({ length: AT_A_TIME }, () => openLedger(shop)));
  expect(open.map(({ statusCode }) => statusCode)).toEqual(open.map(() => 200));
  return open;
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Takes every place of the store at the same time, each as soon as there is one, and gives them back. */
async function expectAllFree(shop: TestShop): Promise<void> {
  const open: IncomingMessage[] = [];
  const openOne = async () => {
    const answer = await openLedger(shop);
    if (answer.statusCode === 200) open.push(answer);
    else answer.resume();
    return open.length;
  };
  await expect.poll(openOne, { interval: 5 }).toBe(AT_A_TIME);
  for (const answer of open) await readAll(answer);
}

/** A request that its interface lets in, without whatever else its route takes. */
function callAdmitted(shop: TestShop, { api, method, path }: AnyRouteDeclaration) {
  if (api.credentials === "body-key") {
    return shop.manageCredit({}, { legacy: path.endsWith(".php") });
  }
  const own = path.replace(/\{\w+\}/g, "1").replace("/proxy/v1", "");
  const credentials = api.credentials === "proxy-customer" ? { cid: 1 } : { key: shop.key };
  return shop.proxy(own, { method, ...credentials });
}

const limited = () => testApp.declarations.filter(({ api }) => api.limitsConcurrency);

describe("requests of a store at a time", () => {
  test("are limited on every proxied and credit interface but the Collection's", () => {
    const unlimited = testApp.declarations.filter(({ api }) => !api.limitsConcurrency);
    expect([...new Set(unlimited.map(({ api }) => api.title))].sort()).toEqual([
      "Collection API",
      "Core REST API",
    ]);
    expect(limited().length).toBeGreaterThan(10);
  });

  test("are a hundred, each counted until it ends and once", () => {
    const requests = new StoreRequests();
    const leave = Array.from({ length: 100 }, () => requests.enter(1n, {}));
    const headers = {};
    expect(() => requests.enter(1n, headers)).toThrow("More than 100 requests at a time.");
    expect(headers).toEqual({ "Retry-After": "1" });
    requests.enter(2n, {})();
    leave[0]?.();
    leave[0]?.();
    requests.enter(1n, {});
    expect(() => requests.enter(1n, {})).toThrow("at a time");
  });

  test("beyond the number are answered 429 with a message and when to come again, by every route; another store is not", async () => {
    const open = await fillPlaces(large);
    for (const route of limited().filter((one) => !isRetired(one))) {
      const about = `${route.method} ${route.path}`;
      const refused = await callAdmitted(large, route);
      expect(refused.status, about).toBe(429);
      expect(refused.body, about).toMatchObject({
        message: `More than ${AT_A_TIME} requests at a time.`,
      });
      expect(refused.headers.get("retry-after"), about).toBe("1");
      expect((await callAdmitted(other, route)).status, about).not.toBe(429);
    }
    // A slow reader has its place until the end, and its answer is whole.
    for (const answer of open) {
      const { data } = JSON.parse(await readAll(answer));
      expect(data).toHaveLength(10_000);
    }
    await expectAllFree(large);
  });

  test("never make the Collection refuse: its exports wait for one another and are all whole", async () => {
    const open = await fillPlaces(large);
    const query = signProxyQuery(
      {},
      { shop: large.domain, secret: testApp.environment.SHOPIFY_API_SECRET },
    );
    const exports = await Promise.all(
      Array.from({ length: AT_A_TIME + 1 }, async () => {
        const answer = await fetch(`${testApp.url}/proxy/v1/collection?${query}`, {
          method: "POST",
          body: new URLSearchParams({ key: large.key, topic: "store_credit_history" }),
        });
        return { status: answer.status, customers: Object.keys(await answer.json()).length };
      }),
    );
    expect(exports).toEqual(exports.map(() => ({ status: 200, customers: 100 })));
    for (const answer of open) answer.destroy();
    await expectAllFree(large);
  });
});

describe("the place of a request is free again", () => {
  test("after an answer, a refusal and a failure", async () => {
    const { pool } = testApp.app.db;
    const statusOf = async (path: string, query: Record<string, string>) =>
      (await large.proxy(path, { key: large.key, query })).status;
    const statuses = new Set<number>();
    const askOften = async (path: string, query: Record<string, string> = {}) => {
      for (let count = 0; count <= AT_A_TIME; count += 1) statuses.add(await statusOf(path, query));
    };
    await askOften("/data/store-credits", { since_id: "9999999" });
    await askOften("/data/store-credits", { since_id: "x" });
    await askOften("/membership/churn/1/offers");
    await pool.query("ALTER TABLE export_rows RENAME COLUMN document TO hidden");
    try {
      await askOften("/data/store-credits");
    } finally {
      await pool.query("ALTER TABLE export_rows RENAME COLUMN hidden TO document");
    }
    expect([...statuses].sort()).toEqual([200, 404, 422, 500]);
    await expectAllFree(large);
  });

  test("after an answer that breaks off in the middle", async () => {
    const { pool } = testApp.app.db;
    const open = await fillPlaces(large);
    await pool.query("ALTER TABLE export_rows RENAME COLUMN document TO hidden");
    try {
      for (const answer of open) await expect(readAll(answer)).rejects.toThrow("aborted");
    } finally {
      await pool.query("ALTER TABLE export_rows RENAME COLUMN hidden TO document");
    }
    await expectAllFree(large);
  });

  test("after HEAD of an answer in pieces", async () => {
    for (let count = 0; count <= AT_A_TIME; count += 1) {
      const { sent, answer } = send(large, LEDGER, { method: "HEAD" });
      sent.end();
      expect((await answer).statusCode).toBe(200);
    }
    await expectAllFree(large);
  });

  test("when its client hangs up while it is answered", async () => {
    const open = await fillPlaces(large);
    for (const answer of open) answer.destroy();
    await expectAllFree(large);
  });

  test("when its client hangs up before it is answered", async () => {
    for (let count = 0; count <= AT_A_TIME; count += 1) {
      const { sent } = send(large, LEDGER);
      sent.end();
      await once(sent, "finish");
      sent.destroy();
    }
    await expectAllFree(large);
  });

  test("when its client hangs up in the middle of its body, which is no failure of ours", async () => {
    logged.length = 0;
    // One more than there are places: when it is refused, all others are at work.
    const open = Array.from({ length: AT_A_TIME + 1 }, () => {
      const path = "/proxy/v1/storefront/store-credit/hold";
      const one = send(large, path, { method: "POST", cid: 10_000_000 });
      one.sent.setHeader("content-length", 100);
      one.sent.write('{"amount":');
      return one;
    });
    const refused = await Promise.race(open.map(({ answer }) => answer));
    expect(refused.statusCode).toBe(429);
    for (const { sent } of open) sent.destroy();
    await expectAllFree(large);
    expect(logged).toEqual([]);
  });
});
