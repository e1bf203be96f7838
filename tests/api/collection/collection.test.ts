import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listActivity } from "#app/domain/activity/list-activity.ts";
import { listApiKeys } from "#app/domain/api-keys/list-api-keys.ts";
import { readCollectionAccess } from "#app/domain/data-export/collection-access.ts";
import { streamActivitiesForCollection } from "#app/domain/data-export/stream-activities-for-collection.ts";
import { switchCollection } from "#app/domain/data-export/switch-collection.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import { collect, collectRequest } from "#tests/support/collect.ts";
import { createMembers, createPlan } from "#tests/support/create-members.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { type ApiAnswer, callJson, type TestShop } from "#tests/support/test-shop.ts";

// The Collection API whatever the topic: its statuses, its headers, its end, and many at once.

const SUCCESSORS = {
  member: "members",
  store_credit_history: "credits-history",
  activity_log_m: "cancellation-reasons",
  subscription_contract: "subscriptions",
};
const TOPICS = Object.keys(SUCCESSORS);

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

function ask(domain: string, fields: Record<string, string>, type?: string): Promise<ApiAnswer> {
  const { address, init } = collectRequest(testApp, domain, fields, type);
  return callJson(address, init);
}

const linkTo = (name: string, path = "/apps/service-api") =>
  `<${path}/v1/data/${name}>; rel="successor-version"`;

describe("an answer of the Collection API", () => {
  test("is 400, 401 or 404 as the contract says, for every topic, with a message", async () => {
    const shop = await testApp.createShop();
    const stranger = await testApp.createShop();
    const { key, domain } = shop;
    for (const topic of TOPICS) {
      const answers: [Promise<ApiAnswer>, number][] = [
        [ask(domain, { topic }), 400],
        [ask(domain, { topic, key: "" }), 400],
        [ask(domain, { topic, key }, "application/json"), 400],
        [ask(domain, { topic, key }, "multipart/form-data"), 400],
        [ask(domain, { topic: topic.toUpperCase(), key }), 400],
        [ask(domain, { topic, key: "nonsense" }), 401],
        [ask(domain, { topic, key: stranger.key }), 401],
        [ask("never-seen.myshopify.com", { topic, key }), 404],
        [ask(domain, { topic, key }), 404],
      ];
      for (const [answer, expected] of answers) {
        const { status, body } = await answer;
        expect(status, `${topic}: ${JSON.stringify(body)}`).toBe(expected);
        expect(body).toEqual({ message: expect.any(String) });
      }
    }
    for (const topic of [undefined, "", "orders", "__proto__", "constructor"]) {
      const answer = await ask(domain, { key, ...(topic !== undefined && { topic }) });
      expect([answer.status, answer.body.message], topic).toEqual([
        400,
        expect.stringContaining("topic"),
      ]);
    }
  });

  test("names since when it is deprecated, when it may end, and the successor of its topic", async () => {
    const shop = await testApp.createShop();
    await shop.createContract({ price: "15.00" });
    const { key, domain } = shop;
    for (const [topic, successor] of Object.entries(SUCCESSORS)) {
      for (const answer of [
        await ask(domain, { key, topic }),
        await ask(domain, { key: "nonsense", topic }),
        await ask(domain, { topic }),
      ]) {
        expect(answer.headers.get("link"), topic).toBe(linkTo(successor));
        expect(answer.headers.get("deprecation")).toBe("@1767225600");
        expect(answer.headers.get("sunset")).toBe("Fri, 31 Dec 2027 23:59:59 GMT");
      }
    }
    for (const unknown of [{ key, topic: "orders" }, { key }]) {
      expect((await ask(domain, unknown)).headers.get("link")).toBe(linkTo("members"));
    }
    const elsewhere = await ask("never-seen.myshopify.com", {
      key,
      topic: "subscription_contract",
    });
    expect(elsewhere.headers.get("link")).toBe(linkTo("members"));
  });

  test("names the successor where the store's own app proxy serves it", async () => {
    const shop = await testApp.createShop();
    const { db, shop: row } = await shop.context();
    await db.prisma.shop.update({ where: { id: row.id }, data: { proxyPath: "/tools/club" } });
    const answer = await collect(testApp, shop, "subscription_contract");
    expect(answer.headers.get("link")).toBe(linkTo("subscriptions", "/tools/club"));
  });
});

test("the OpenAPI document describes each topic, with an example that fits it, and the end", async () => {
  const { body } = await callJson(`${testApp.url}/openapi.json`);
  const operation = body.paths["/apps/service-api/v1/collection"].post;
  expect(operation.deprecated).toBe(true);
  expect(Object.keys(operation.responses)).toEqual(
    expect.arrayContaining(["200", "400", "401", "404", "410"]),
  );
  const { topic } =
    operation.requestBody.content["application/x-www-form-urlencoded"].schema.properties;
  expect(topic.enum).toEqual(TOPICS);
  const answers: { $ref: string }[] =
    operation.responses["200"].content["application/json"].schema.anyOf;
  const schemas = answers.map(({ $ref }) => body.components.schemas[$ref.split("/").at(-1) ?? ""]);
  const declared = testApp.declarations.find(({ operationId }) => operationId === "collect");
  for (const name of TOPICS) {
    expect(topic.description).toContain(`${name}: `);
    expect(operation.description).toContain(name === "member" ? "/data/members" : name);
    const schema = schemas.find(({ description }) => description.includes(`\`${name}\``));
    expect(declared?.answer.safeParse(schema.examples[0]).error, name).toBeUndefined();
  }
});

describe("a Collection API that the merchant has switched off", () => {
  test("answers whoever has a valid key 410 with the new address, and works when it is on again", async () => {
    const shop = await testApp.createShop();
    const other = await testApp.createShop();
    for (const one of [shop, other]) await one.createContract({ price: "15.00" });
    const context = await shop.context();
    const { key, domain } = shop;
    await switchCollection(context, false);
    for (const [topic, successor] of Object.entries(SUCCESSORS)) {
      const { status, body, headers } = await ask(domain, { key, topic });
      expect(status).toBe(410);
      expect(body).toEqual({
        message: expect.stringContaining(`/apps/service-api/v1/data/${successor}`),
      });
      expect(headers.get("link")).toBe(linkTo(successor));
      expect(headers.get("sunset")).not.toBeNull();
    }
    // Whoever has no valid key learns nothing of it; whoever has one learns it whatever they ask.
    expect((await ask(domain, { key: "nonsense", topic: "member" })).status).toBe(401);
    expect((await ask(domain, { topic: "member" })).status).toBe(400);
    expect((await ask(domain, { key, topic: "orders" })).status).toBe(410);
    const narrow = await shop.createKey(["churn:manage"]);
    expect((await ask(domain, { key: narrow, topic: "member" })).status).toBe(410);
    expect((await collect(testApp, other, "member")).status).toBe(200);
    expect((await shop.proxy("/data/store-credits", { key })).status).toBe(200);

    await switchCollection(context, true);
    expect((await collect(testApp, shop, "member")).status).toBe(200);
    expect((await ask(domain, { key: narrow, topic: "member" })).status).toBe(403);
  });

  test("says so in the timeline, once for each change", async () => {
    const shop = await testApp.createShop();
    const context = await shop.context();
    for (const isOn of [true, false, false, true]) await switchCollection(context, isOn);
    const lines = await listActivity(context, { limit: 50 });
    const switched = lines.filter(({ kind }) => kind.startsWith("collection_api."));
    expect(switched.map(({ kind, message }) => [kind, message])).toEqual([
      ["collection_api.switched_on", "The Collection API was switched on."],
      ["collection_api.switched_off", "The Collection API was switched off."],
    ]);
  });

  test("is on after an uninstall and a new install only if it was before", async () => {
    const shop = await testApp.createShop();
    await switchCollection(await shop.context(), false);
    await shop.control("uninstall");
    await shop.quiet();
    await shop.reinstall();
    const key = await shop.createKey(["data:read"]);
    expect((await ask(shop.domain, { key, topic: "member" })).status).toBe(410);
  });
});

describe("who still calls the Collection API", () => {
  test("is kept for each key, whatever else it is used for and whatever it is answered", async () => {
    const shop = await testApp.createShop();
    const context = await shop.context();
    const begun = context.clock.now();
    const busy = await shop.createKey(["data:read"]);
    await shop.createKey(["data:read"]);
    const refused = await shop.createKey(["data:read"]);
    await ask(shop.domain, { key: busy, topic: "member" });
    await shop.proxy("/data/store-credits", { key: busy });
    await switchCollection(context, false);
    await ask(shop.domain, { key: refused, topic: "member" });
    await ask(shop.domain, { key: "nonsense", topic: "member" });
    const { calls } = await readCollectionAccess(context.db.prisma, context.shop.id);
    const { live } = await listApiKeys(context);
    const callers = live.filter(({ id }) => calls.has(String(id))).map(({ lastFour }) => lastFour);
    expect(callers).toEqual([refused.slice(-4), busy.slice(-4)]);
    expect(calls.size).toBe(2);
    for (const at of calls.values()) expect(at.getTime()).toBeGreaterThanOrEqual(begun.getTime());
  });
});

describe("Collection exports of one store", { timeout: 90_000 }, () => {
  const MEMBERS = 60_000;
  let large: TestShop;

  beforeAll(async () => {
    large = await testApp.createShop();
    const context = await large.context();
    const plan = await createPlan(context);
    for (const members of partsOf(await createMembers(context, plan.id, MEMBERS), 10_000)) {
      await context.db.pool.query(
        `INSERT INTO activities (shop_id, subscription_id, actor_kind, kind, message, created_at)
         SELECT shop_id, id, 'system', 'billing.charged', '15.00 EUR was charged.', now() FROM subscriptions
         WHERE shop_id = $1 AND customer_id = ANY($2::bigint[]) ORDER BY id`,
        [String(context.shop.id), members.map(String)],
      );
    }
  }, 120_000);

  interface OpenAnswer {
    sent: ClientRequest;
    answer: Promise<IncomingMessage>;
  }

  function open(topic: string): OpenAnswer {
    const { address, init } = collectRequest(testApp, large.domain, { key: large.key, topic });
    const sent = request(address, { method: init.method, headers: init.headers, agent: false });
    sent.on("error", () => {});
    sent.end(init.body);
    const answer = once(sent, "response").then(([one]) => one as IncomingMessage);
    // Of one that goes away before it is answered.
    answer.catch(() => {});
    return { sent, answer };
  }

  async function readAll(answer: IncomingMessage): Promise<unknown[]> {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString());
  }

  async function readOnePiece(answer: IncomingMessage): Promise<Buffer> {
    await once(answer, "readable");
    return answer.read(1);
  }

  /** Sessions of the database that are at such an export. */
  async function countExporting(): Promise<number> {
    const { rows } = await testApp.app.db.pool.query<{ count: number }>(
      `SELECT count(*)::integer FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
         AND query LIKE '%page AS MATERIALIZED%'`,
    );
    return rows[0]?.count ?? 0;
  }

  test("are whole, each row once and in order", async () => {
    for (const topic of ["subscription_contract", "activity_log_m"]) {
      const rows = (await readAll(await open(topic).answer)) as { contract_id: number }[];
      expect(rows).toHaveLength(MEMBERS);
      expect(
        rows.every((row, at) => at === 0 || row.contract_id > (rows[at - 1]?.contract_id ?? 0)),
      ).toBe(true);
    }
  });

  test("wait for one another, also of different topics, and hold no connection meanwhile", async () => {
    const first = await open("subscription_contract").answer;
    const start = await readOnePiece(first);
    let hasBegun = false;
    const second = open("activity_log_m").answer.then((answer) => {
      hasBegun = true;
      return answer;
    });
    const other = await testApp.createShop();
    await other.createContract({ price: "15.00" });
    for (let count = 0; count < 5; count += 1) {
      expect((await collect(testApp, other, "member")).status).toBe(200);
    }
    expect(hasBegun).toBe(false);
    await expect.poll(countExporting).toBe(0);
    first.unshift(start);
    expect(await readAll(first)).toHaveLength(MEMBERS);
    expect(await readAll(await second)).toHaveLength(MEMBERS);
  });

  test("leave nothing behind when their reader goes away, in the middle or while it waits", async () => {
    const first = open("activity_log_m");
    await readOnePiece(await first.answer);
    const waiting = open("subscription_contract");
    await once(waiting.sent, "finish");
    waiting.sent.destroy();
    first.sent.destroy();
    expect(await readAll(await open("subscription_contract").answer)).toHaveLength(MEMBERS);
    await expect.poll(countExporting).toBe(0);
  });

  test("end when their reader goes away while no row is found", async () => {
    const context = await large.context();
    const { db, shop } = context;
    await db.pool.query("UPDATE subscriptions SET kind = 'product' WHERE shop_id = $1", [
      String(shop.id),
    ]);
    let pages = 0;
    const pool = Object.assign(Object.create(db.pool), {
      query: (...parameters: Parameters<typeof db.pool.query>) => {
        pages += 1;
        return Reflect.apply(db.pool.query, db.pool, parameters);
      },
    });
    const reader = new AbortController();
    const counted = { ...context, db: { ...db, pool } };
    const found = streamActivitiesForCollection(counted, reader.signal).next();
    reader.abort();
    expect(await found).toEqual({ done: true, value: undefined });
    expect(pages).toBe(1);
    expect((await collect(testApp, large, "activity_log_m")).status).toBe(404);
  });
});
