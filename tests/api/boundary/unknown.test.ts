import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

// What it costs to ask for what there is not.

const MOST_UNKNOWN = 60;
const AT_A_TIME = 2;

let testApp: TestApp;
let nextCid = 900_000_000;
/** Questions for customers that have reached the platform, and the most that were under way at a time. */
const asked = { count: 0, now: 0, most: 0 };

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  const { connectPlatform } = testApp.app;
  Object.assign(testApp.app, {
    connectPlatform: (domain: string) => {
      const platform = connectPlatform(domain);
      return Object.assign(Object.create(platform), {
        getCustomer: async (cid: number) => {
          asked.count += 1;
          asked.now += 1;
          asked.most = Math.max(asked.most, asked.now);
          try {
            return await platform.getCustomer(cid);
          } finally {
            asked.now -= 1;
          }
        },
      });
    },
  });
});
afterAll(() => testApp.close());

function readCredit(shop: TestShop, cid: number) {
  return shop.manageCredit({ cid, email: "nobody@example.com", action: "get" });
}

async function newShop(): Promise<TestShop> {
  const shop = await testApp.createShop({ plan: "enterprise" });
  Object.assign(asked, { count: 0, now: 0, most: 0 });
  return shop;
}

describe("a customer that the store does not have", () => {
  test("is asked for once, however often and by how many callers they are named", async () => {
    const shop = await newShop();
    nextCid += 1;
    const answers = await Promise.all(Array.from({ length: 20 }, () => readCredit(shop, nextCid)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    // Those who asked at the same moment may have been two.
    expect(asked.count).toBeLessThanOrEqual(AT_A_TIME);
    await readCredit(shop, nextCid);
    expect(asked.count).toBeLessThanOrEqual(AT_A_TIME);
  });

  test("costs the platform two questions at a time and sixty a minute, and then its callers are told when to come again", async () => {
    const shop = await newShop();
    const cids = Array.from({ length: 3 * MOST_UNKNOWN }, () => {
      nextCid += 1;
      return nextCid;
    });
    const answers = [];
    while (cids.length > 0) {
      const some = cids
        .splice(0, 30)
        .map((cid, at) =>
          at % 2 === 0 ? readCredit(shop, cid) : shop.core(`/store-credits/${cid}`),
        );
      answers.push(...(await Promise.all(some)));
    }
    expect(asked.most).toBeLessThanOrEqual(AT_A_TIME);
    expect(asked.count).toBeGreaterThanOrEqual(MOST_UNKNOWN);
    expect(asked.count).toBeLessThan(MOST_UNKNOWN + AT_A_TIME);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(answers.length - asked.count);
    for (const { headers } of refused) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }

    // A shopper whom the platform has signed in is no guess of the store's partners.
    const before = asked.count;
    nextCid += 1;
    expect((await shop.proxy("/storefront/store-credit", { cid: nextCid })).status).toBe(404);
    expect(asked.count).toBe(before + 1);
    // And neither is another store.
    const other = await testApp.createShop();
    nextCid += 1;
    expect((await readCredit(other, nextCid)).status).toBe(404);
  });

  test("costs nothing when whoever names them may not", async () => {
    const shop = await newShop();
    const signed = { key: shop.key.slice(0, -1), cid: nextCid };
    expect((await shop.proxy("/data/store-credits", signed)).status).toBe(401);
    const answer = await shop.manageCredit({
      key: "pk_live_nonsense",
      cid: 1,
      email: "a@b.example",
    });
    expect(answer.status).toBe(401);
    expect(asked.count).toBe(0);
  });
});

test("an address that is nobody's costs the database nothing", async () => {
  // Without a worker: its jobs take connections of the same pool.
  const still = await startTestApp({ worker: false });
  const { pool } = still.app.db;
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  pool.on("acquire", count);
  try {
    // Behind the app proxy, nobody is answered before the signature holds.
    const unsigned = await callJson(`${still.url}/proxy/v1/nothing`);
    expect(unsigned.status).toBe(401);
    for (const path of ["/api/v1/nothing", "/webhooks/nothing", "/nothing"]) {
      expect((await callJson(`${still.url}${path}`, { method: "POST" })).status, path).toBe(404);
    }
  } finally {
    pool.off("acquire", count);
    await still.close();
  }
  expect(taken).toBe(0);
});
