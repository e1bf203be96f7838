import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { ProxyCall, TestShop } from "#tests/support/test-shop.ts";

// The statuses of the contract's section 7.5, on every path of the Loyalty API.

const OF_CUSTOMER = "/proxy/v1/loyalty/customers/{platform_customer_id}";
const UNKNOWN = 424_242;

let testApp: TestApp;
let shop: TestShop;
let other: TestShop;
let customer: LoyalCustomer;
let stranger: LoyalCustomer;
/** Of the other store alone. */
let elsewhere: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
  other = await testApp.createShop();
  [customer, stranger] = [await loyalCustomer(shop), await loyalCustomer(shop)];
  // Its number is one that the first store has not given.
  for (let made = 0; made < 3; made += 1) elsewhere = await loyalCustomer(other);
  const points = { reward_type: "points", points: 5 };
  await makeRule(shop, { type: "reviews", settings: { required_reviews: 1 }, reward: points });
  const receipts = { points_per_dollar: 1, auto_approve: true, maximum_points: 100 };
  const limits = { per_customer: 10 };
  await makeRule(shop, { type: "upload_receipt", settings: receipts, limits });
  await createPointReward(await shop.context(), {
    ...{ name: "Five", points: 1, isActive: true },
    reward: { reward_type: "store_credit", credit_amount: 5 },
  });
});
afterAll(() => testApp.close());

/** What each operation is sent that changes something. */
const SENT: Readonly<Record<string, Pick<ProxyCall, "query" | "body" | "file">>> = {
  setLoyaltyBirthday: { body: { month: 5, day: 17 } },
  uploadLoyaltyReceipt: {
    query: { retailer: "Corner Shop", purchased_on: "2026-01-15", total: "23.9" },
    file: new Blob(["%PDF-1.4\n%%EOF\n"], { type: "application/pdf" }),
  },
  redeemPoints: { body: { point_reward_id: 1, key: "once-and-again" } },
};

interface Operation {
  operationId: string;
  method: string;
  path: string;
}

const ofCustomers = (): Operation[] =>
  testApp.declarations.filter(({ path }) => path.startsWith(OF_CUSTOMER));

async function ask({ operationId, method, path }: Operation, of: number, cid?: number, at = shop) {
  const sent = method === "GET" ? {} : SENT[operationId];
  expect(sent, `SENT lacks ${operationId}`).toBeDefined();
  const short = path.replace("/proxy/v1", "").replace("{platform_customer_id}", String(of));
  const answer = await at.proxy(short, {
    ...{ method, ...(cid ? { cid } : {}) },
    ...sent,
  });
  return { id: operationId, status: answer.status, body: answer.body };
}

const askAll = async (of: number, cid?: number, at = shop) =>
  Promise.all(ofCustomers().map((operation) => ask(operation, of, cid, at)));

/** What is wrong with answers that should all have this status and say why. */
const others = (answers: Awaited<ReturnType<typeof askAll>>, status: number) =>
  answers.filter((one) => one.status !== status || typeof one.body.message !== "string");

async function rows() {
  const { db } = await shop.context();
  return Promise.all([
    db.prisma.loyaltyFact.count(),
    db.prisma.loyaltyReceipt.count(),
    db.prisma.loyaltyBirthday.count(),
    db.prisma.loyaltyReferralCode.count(),
    db.prisma.loyaltyReward.count(),
  ]);
}

describe("every path of one customer", () => {
  test("is 403 for somebody else and for nobody, who leave nothing behind", async () => {
    expect(ofCustomers().length).toBeGreaterThanOrEqual(8);
    const before = await rows();
    expect(others(await askAll(customer.cid, stranger.cid), 403)).toEqual([]);
    expect(others(await askAll(customer.cid), 403)).toEqual([]);
    expect(others(await askAll(UNKNOWN, customer.cid), 403)).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  test("is 404 for who is signed in at a store that does not have them", async () => {
    expect(others(await askAll(UNKNOWN, UNKNOWN), 404)).toEqual([]);
    expect(others(await askAll(elsewhere.cid, elsewhere.cid), 404)).toEqual([]);
  });

  test.each(["0", "-1", "x", "1.5", "99999999999999999999", "1001%00"])(
    "is no path for the customer %s",
    async (id) => {
      for (const { method, path, operationId } of ofCustomers()) {
        const short = path.replace("/proxy/v1", "").replace("{platform_customer_id}", id);
        const sent = method === "GET" ? {} : SENT[operationId];
        const { status } = await shop.proxy(short, { cid: customer.cid, method, ...sent });
        expect([404, 403], `${method} ${short}`).toContain(status);
      }
    },
  );
});

describe("a rule", () => {
  test("of another store is 404", async () => {
    const context = await other.context();
    const points = { reward_type: "points", points: 5 };
    let id = 0n;
    // Each store numbers its rules by itself or not: one that the first store does not have.
    while (id <= 10n) {
      ({ id } = await makeRule(other, { type: "create_account", reward: points }));
    }
    expect((await other.proxy(`/loyalty/rules/${id}`)).status).toBe(200);
    expect((await shop.proxy(`/loyalty/rules/${id}`)).status).toBe(404);
    expect(context.shop.id).not.toBe((await shop.context()).shop.id);
  });

  test.each(["0", "x", "999999", "99999999999999999999"])(
    "that is not there is 404: %s",
    async (id) => {
      const { status, body } = await shop.proxy(`/loyalty/rules/${id}`, { cid: customer.cid });
      expect([status, typeof body.message]).toEqual([404, "string"]);
    },
  );
});

test.each([
  ["/loyalty/rules", { type: "nonsense" }],
  ["/loyalty/rules", { type: "" }],
  ["/loyalty/rules", { status: "9" }],
  ["/loyalty/rules", { status: "" }],
  ["/loyalty/rules", { status: "1", type: "goal" }],
])("%s with %j is 422 and names the field", async (path, query) => {
  const { status, body } = await shop.proxy(path, { cid: customer.cid, query });
  expect([status, body.error]).toEqual([422, true]);
  expect(Object.keys(query)).toEqual(expect.arrayContaining(Object.keys(JSON.parse(body.data))));
});

test.each(["", "4", "-1", "1,2", "active"])("coupons of the status %j are 422", async (status) => {
  const path = `/loyalty/customers/${customer.cid}/coupons`;
  const answer = await shop.proxy(path, { cid: customer.cid, query: { status } });
  expect([answer.status, Object.keys(JSON.parse(answer.body.data))]).toEqual([422, ["status"]]);
});

test("nothing of it is answered without the platform's signature", async () => {
  for (const { method, path } of testApp.declarations) {
    if (!path.startsWith("/proxy/v1/loyalty")) continue;
    const place = path.replace(/\{\w+\}/, String(customer.cid));
    const query = `shop=${shop.domain}&logged_in_customer_id=${customer.cid}`;
    const init = method === "GET" ? {} : { method, body: "{}" };
    const { status } = await fetch(`${testApp.url}${place}?${query}`, init);
    expect(status, `${method} ${path}`).toBe(401);
  }
});
