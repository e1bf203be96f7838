import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await loyalCustomer(shop);
});

const pays = (type: string, points: number, settings: object) =>
  makeRule(shop, { type, settings, reward: { reward_type: "points", points } });

async function report(
  action_key: string,
  event_id: string,
  { headers = {}, ...more }: Record<string, unknown> & { headers?: Record<string, string> } = {},
) {
  const body = { customer_id: customer.cid, action_key, event_id, ...more };
  const answer = await shop.core("/loyalty/actions", { body, headers });
  await shop.quiet();
  return answer;
}
const balance = async () => (await customer.points()).available;

describe("an action that another system reports", () => {
  test("counts for the custom action of its key, once an event", async () => {
    await pays("custom_action", 10, { action_key: "quiz", required_actions: 2 });
    const first = await report("quiz", "e1");
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      data: {
        ...{ event_id: "e1", customer_id: String(customer.cid), action_key: "quiz" },
        platform_customer_gid: `gid://platform/Customer/${customer.cid}`,
        ...{ counts_as: "custom_action", created_at: expect.any(String) },
      },
      meta: { total: 1, limit: 1, offset: 0, has_more: false },
    });
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const again = await report("quiz", "e1");
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await balance()).toBe(0);
    await report("Quiz", "e2");
    expect(await balance()).toBe(0);
    await report("quiz", "e3");
    expect(await balance()).toBe(10);
    await report("quiz", "e4");
    await report("quiz", "e5");
    expect(await balance()).toBe(20);
  });

  test("that is rewarded one time only is rewarded no second time", async () => {
    await pays("custom_action", 10, { action_key: "quiz", one_time_only: true });
    await report("quiz", "e1");
    await report("quiz", "e2");
    expect(await balance()).toBe(10);
  });

  test("is a review once a review id, and a deed on a network once a network", async () => {
    await pays("reviews", 5, { required_reviews: 1 });
    await pays("social", 7, { network: "Instagram", url: "https://instagram.example/us" });
    expect((await report("review", "r1")).body.data.counts_as).toBe("reviews");
    await report("review", "r1");
    await report("review", "r2");
    expect(await balance()).toBe(10);
    expect((await report("social:instagram", "s1")).body.data.counts_as).toBe("social");
    await report("social:Instagram", "s2");
    await report("social:tiktok", "s3");
    expect(await balance()).toBe(17);
  });

  test("may be a friend whom another system has counted", async () => {
    await pays("referral", 30, { required_referrals: 2 });
    await pays("referral", 9, { minimum_order_amount: 1 });
    expect((await report("referral", "f1")).body.data.counts_as).toBe("referral");
    await report("referral", "f2");
    expect(await balance()).toBe(30);
  });

  test("may say what the friend's order came to, for rules that ask for a least one", async () => {
    await pays("referral", 9, { minimum_order_amount: 40 });
    await report("referral", "f1", { order_amount: 39.99 });
    await report("referral", "f2");
    expect(await balance()).toBe(0);
    await report("referral", "f3", { order_amount: 40 });
    expect(await balance()).toBe(9);
    expect((await report("referral", "f1", { order_amount: 50 })).status).toBe(400);
    expect(await balance()).toBe(9);
  });

  test("that is reported sixteen times at once is counted once", async () => {
    await pays("custom_action", 10, { action_key: "quiz" });
    const body = { customer_id: `gid://platform/Customer/${customer.cid}`, action_key: "quiz" };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        shop.core("/loyalty/actions", { body: { ...body, event_id: "e1" } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    const fresh = answers.filter(({ headers }) => !headers.has("idempotent-replayed"));
    expect(fresh).toHaveLength(1);
    await shop.quiet();
    expect(await balance()).toBe(10);
  });
});

describe("a report", () => {
  test("of an event that was another customer's or another action is refused and counts nothing", async () => {
    await pays("custom_action", 10, { action_key: "quiz" });
    const other = await loyalCustomer(shop);
    await report("quiz", "e1");
    const theirs = await report("quiz", "e1", { customer_id: other.cid });
    expect(theirs).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
    expect((await report("review", "e1")).status).toBe(400);
    expect((await other.points()).available).toBe(0);
    expect(await balance()).toBe(10);
  });

  test("with an Idempotency-Key is answered again as it was", async () => {
    const headers = { "idempotency-key": "k1" };
    const first = await report("quiz", "e1", { headers });
    const again = await report("quiz", "e1", { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await report("quiz", "e2", { headers })).status).toBe(400);
  });

  test.each([
    ["customer_id", { customer_id: "x" }],
    ["customer_id", { customer_id: 1.5 }],
    ["action_key", { action_key: "" }],
    ["action_key", { action_key: "x".repeat(101) }],
    ["action_key", { action_key: "social:" }],
    ["event_id", { event_id: " " }],
    ["event_id", { event_id: 7 }],
    ["event_id", { event_id: "e\n1" }],
    ["event_id", { event_id: "e\u202e1" }],
    ["action_key", { action_key: "qu\u0007iz" }],
    ["order_amount", { order_amount: 10 }],
    ["order_amount", { action_key: "referral", order_amount: -1 }],
    ["order_amount", { action_key: "referral", order_amount: "10" }],
    ["order_amount", { action_key: "referral", order_amount: 1.234 }],
    ["stars", { stars: 5 }],
  ])("with a wrong %s is 400 and names it", async (name, wrong) => {
    const { status, body } = await report("quiz", "e1", wrong);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_request" });
    expect(body.error.message).toContain(name);
  });

  test("of a customer whom the store does not have is 404, and one with a key for reading 403", async () => {
    expect((await report("quiz", "e1", { customer_id: 987_654_321 })).status).toBe(404);
    const key = await shop.createKey(["core:read"]);
    const body = { customer_id: customer.cid, action_key: "quiz", event_id: "e1" };
    expect((await shop.core("/loyalty/actions", { key, body })).status).toBe(403);
    const stranger = await testApp.createShop();
    expect((await stranger.core("/loyalty/actions", { body })).status).toBe(404);
  });
});
