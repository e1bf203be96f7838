import { beforeAll, describe, expect, inject, test } from "vitest";
import { documentOf } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";
import { startReceiver } from "./webhook-receiver.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

const day = 86_400_000;

describe("a shop of one's own", () => {
  test("is what was asked for, and exists once", async () => {
    const { body } = await shop.look("state");
    expect(body.shop).toMatchObject({ domain: shop.domain, currency: "EUR", plan: "plus" });
    expect(body.app.installed).toBe(true);
    expect(body.customers[0]).toEqual({
      cid: 1001,
      email: "anna.weber.1001@example.com",
      name: "Anna Weber",
      locale: "de",
      status: "active",
      contract_ids: expect.arrayContaining([expect.any(Number)]),
    });
    const again = await shop.control("shops", { domain: shop.domain });
    expect(again.status).toBe(422);
  });

  test("is found by its localhost name too; an unknown one is 404", async () => {
    const { port } = new URL(inject("devstoreUrl"));
    const handle = shop.domain.split(".")[0];
    const named = await fetch(`http://127.0.0.1:${port}/__dev/state?shop=${handle}`);
    expect((await named.json()).shop.domain).toBe(shop.domain);
    const unknown = await fetch(`http://127.0.0.1:${port}/__dev/state?shop=nobody`);
    expect(unknown.status).toBe(404);
  });
});

describe("bad input is 422 and named", () => {
  test.each([
    ["login", {}, "cid"],
    ["login", { cid: "abc" }, "cid"],
    ["clock", {}, "advance"],
    ["clock", { advance: "a day" }, "advance"],
    ["clock", { advance: "-P1D" }, "advance"],
    ["clock", { advance: "P11Y" }, "advance"],
    ["clock", { advance: "P200000Y" }, "advance"],
    ["clock", { advance: "P999999Y" }, "advance"],
    ["clock", { advance: 1 }, "advance"],
    ["clock", { to: "9999-12-31T00:00:00Z" }, "to"],
    ["clock", { to: "2026-02-30T00:00:00Z" }, "to"],
    ["webhooks", { duplicate: -1 }, "duplicate"],
    ["webhooks", { delay_ms: "soon" }, "delay_ms"],
    ["throttle", { points_per_second: 0 }, "points_per_second"],
    ["orders", { cid: 1001 }, "lines"],
    ["orders", { cid: 1001, lines: [{ variant_id: 1 }] }, "lines.0.variant_id"],
    ["contracts", { price: "cheap" }, "price"],
    ["contracts", { price: 1e17 }, "price"],
    ["contracts", { interval_name: "fortnight" }, "interval_name"],
    ["contracts", { interval_count: 1e15 }, "interval_count"],
    ["refuse-next", { operation: "nope", message: "no" }, "operation"],
    ["refuse-next", { operation: "subscriptionDraftCommit", code: "NOPE", message: "no" }, "code"],
    ["fail-next", { status: 200 }, "status"],
    ["fail-next", { status: 500, operation: "nope" }, "operation"],
    ["shops", { domain: "not a domain" }, "domain"],
    ["shops", { domain: "x.myshopify.com", timezone: "Mars/Olympus" }, "timezone"],
    ["shops", { domain: "x.myshopify.com", currency: "XTS" }, "currency"],
    ["shops", { domain: "x.myshopify.com", currency: "eur" }, "currency"],
    ["customers", { email: "nobody" }, "email"],
    ["customers", { country_code: "/1" }, "country_code"],
    ["session-token", { path: "no-slash" }, "path"],
    ["session-token", { staff_id: 1 }, "staff_id"],
    ["login", "{", "body"],
    ["login", "[]", "body"],
  ])("%s %j: %s", async (control, body, field) => {
    const answer = await shop.control(control, body);
    expect(answer.status).toBe(422);
    const fields = answer.body.errors.map((one: { field: string }) => one.field);
    expect(fields.some((one: string) => one.startsWith(field))).toBe(true);
  });

  test("what does not exist is 404", async () => {
    expect((await shop.control("login", { cid: 1 })).status).toBe(404);
    expect((await shop.control("orders/1/refund")).status).toBe(404);
    expect((await shop.control("contracts/1/next-payment", { result: "success" })).status).toBe(
      404,
    );
    expect((await shop.control("orders/abc/dispute")).status).toBe(404);
  });
});

test("an address that is no control is 404, in JSON as all of them", async () => {
  const { status, body } = await shop.control("contract");
  expect(status).toBe(404);
  expect(body.errors).toEqual([{ field: null, message: "There is no control /__dev/contract." }]);
});

describe("shoppers", () => {
  test("sign in by a cookie of their shop, and out again", async () => {
    const signedIn = await shop.control("login", { cid: 1001 });
    expect(signedIn.body).toMatchObject({ cid: 1001, name: "Anna Weber" });
    const cookie = signedIn.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^devstore_shopper_fidelity-[\d-]+=1001\.[\w-]+; Path=\/; HttpOnly/);
    const signedOut = await shop.control("logout");
    expect(signedOut.headers.get("set-cookie")).toContain("Max-Age=0");
  });
});

describe("orders", () => {
  test("with a plan make a contract; membership plans need no product", async () => {
    const { body: state } = await shop.look("state");
    const plan = state.plans.find((one: { kind: string }) => one.kind === "membership");
    const { body: customer } = await shop.control("customers", { first_name: "New" });
    const { status, body } = await shop.control("orders", {
      cid: customer.cid,
      lines: [],
      plan_id: plan.plan_id,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: "15.00", contract_id: expect.any(Number) });
    const after = (await shop.look("state")).body;
    const found = after.customers.find((one: { cid: number }) => one.cid === customer.cid);
    expect(found).toMatchObject({ status: "active", contract_ids: [body.contract_id] });
  });

  test("are refunded in parts until nothing is left", async () => {
    const order = await shop.control("orders", {
      cid: 1001,
      lines: [{ variant_id: 7502, quantity: 1 }],
    });
    const refund = (body = {}) => shop.control(`orders/${order.body.order_id}/refund`, body);
    expect((await refund({ amount: 5 })).body.refunded).toBe("5.00");
    expect((await refund({ amount: "1000.00" })).status).toBe(422);
    expect((await refund()).body.refunded).toBe(order.body.total);
    expect((await refund()).status).toBe(422);
  });
});

describe("failures of the platform on demand", () => {
  const tagged = async (cid: number) =>
    (
      await shop.data("query($id: ID!) { customer(id: $id) { tags } }", {
        id: gid("Customer", cid),
      })
    ).customer.tags;
  const tag = (cid: number) =>
    shop.admin(documentOf("tagsAdd"), { id: gid("Customer", cid), tags: ["hit"] });

  test("before the effect: nothing has happened", async () => {
    await shop.control("fail-next", { status: 503, count: 2, operation: "tagsAdd" });
    expect((await tag(1003)).status).toBe(503);
    expect(await tagged(1003)).not.toContain("hit");
    expect((await tag(1003)).status).toBe(503);
    expect((await tag(1003)).status).toBe(200);
  });

  test("after the effect: it has happened although the answer says otherwise", async () => {
    await shop.control("fail-next", { status: 500, after: "after-effect", operation: "tagsAdd" });
    expect((await tag(1004)).status).toBe(500);
    expect(await tagged(1004)).toContain("hit");
  });

  test("a connection that breaks after the effect", async () => {
    const fault = { status: "disconnect", after: "after-effect", operation: "tagsAdd" };
    await shop.control("fail-next", fault);
    await expect(tag(1005)).rejects.toThrow();
    expect(await tagged(1005)).toContain("hit");
  });

  test("an answer that never comes: the client gives up, and the effect has happened", async () => {
    await shop.control("fail-next", {
      status: "timeout",
      after: "after-effect",
      operation: "tagsAdd",
    });
    const given = fetch(`${inject("devstoreUrl")}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-host": shop.domain,
        "x-shopify-access-token": shop.session.accessToken ?? "",
      },
      body: JSON.stringify({
        query: documentOf("tagsAdd"),
        variables: { id: gid("Customer", 1006), tags: ["hit"] },
      }),
      signal: AbortSignal.timeout(300),
    });
    await expect(given).rejects.toThrow(/timeout/i);
    expect(await tagged(1006)).toContain("hit");
  });
});

describe("the test clock", () => {
  test("moves business time by a duration of the shop's zone, and keeps ticking", async () => {
    const own = await platformShop({ timezone: "America/New_York" });
    const { body } = await own.control("clock", { advance: "P1M" });
    expect(Date.parse(body.now)).toBeGreaterThan(Date.now() + 27 * day);
    const later = (await own.look("state")).body.clock.now;
    expect(Date.parse(later)).toBeGreaterThanOrEqual(Date.parse(body.now));
    const contract = await own.control("contracts");
    const { subscriptionContract } = await own.data(
      "query($id: ID!) { subscriptionContract(id: $id) { createdAt } }",
      { id: gid("SubscriptionContract", contract.body.contract_id) },
    );
    expect(Date.parse(subscriptionContract.createdAt)).toBeGreaterThan(Date.now() + 27 * day);
  });

  test("stops at every instant the app has something due, and ends what follows before it goes on", async () => {
    const app = await startReceiver();
    const own = await platformShop({ app_url: app.url });
    const contract = (await own.control("contracts", { interval_name: "month" })).body;
    const id = gid("SubscriptionContract", contract.contract_id);
    const story: string[] = [];
    const due = [5, 12].map((days) => new Date(Date.now() + days * day).toISOString());
    app.onClock(async ({ operation, until, to }) => {
      if (operation === "next") {
        const next = due.find((instant) => instant <= String(until)) ?? null;
        return { next_due_at: next };
      }
      const reached = due.findIndex((instant) => instant <= String(to));
      if (reached === -1) return { now: to };
      const [instant] = due.splice(reached, 1);
      const clock = (await own.look("state")).body.clock.now;
      const aheadMs = Date.parse(clock) - Date.parse(String(instant));
      story.push(aheadMs >= 0 && aheadMs < day ? "on time" : `off by ${aheadMs} ms`);
      const input = { idempotencyKey: `renewal-${instant}` };
      await own.data(documentOf("charge"), { id, input });
      return { now: to };
    });
    app.received.length = 0;
    const { status, body } = await own.control("clock", { advance: "P20D" });
    expect(status).toBe(200);
    expect(body.steps).toBe(2);
    expect(story).toEqual(["on time", "on time"]);
    const ended = app.received.filter((one) => one.topic.endsWith("attempts/success"));
    expect(ended).toHaveLength(2);
    expect((await own.look("state")).body.counts.webhooks_waiting).toBe(0);
    await app.close();
  });

  test("an app that stays at one instant, or is gone, is an error and not an endless run", async () => {
    const app = await startReceiver();
    const own = await platformShop({ app_url: app.url });
    const stuck = new Date(Date.now() + day).toISOString();
    app.onClock(({ operation }) =>
      operation === "next" ? { next_due_at: stuck } : { now: stuck },
    );
    const { status, body } = await own.control("clock", { advance: "P2D" });
    expect(status).toBe(502);
    expect(body.errors[0].message).toContain("the app stays at");
    await app.close();
    const gone = await own.control("clock", { advance: "P1D" });
    expect(gone.status).toBe(502);
    expect(gone.body.errors[0].message).toContain("does not answer");
  });
});

test("install opens the app as the admin's frame does, with a signed address", async () => {
  const token = (await shop.control("session-token", { path: "/app/offers" })).body;
  expect(token.url).toBeNull();
  const app = await startReceiver();
  const own = await platformShop({ app_url: app.url });
  const { url, host } = (await own.control("session-token", { path: "/app/offers" })).body;
  const query = Object.fromEntries(new URL(url).searchParams);
  expect(query).toMatchObject({ shop: own.domain, embedded: "1", host });
  expect(Buffer.from(host, "base64url").toString()).toBe(
    `admin.shopify.com/store/${own.domain.split(".")[0]}`,
  );
  expect(await own.sdk.utils.validateHmac(query)).toBe(true);
  await own.control("install", { path: "/app/offers" });
  expect(app.received.at(-1)?.path).toMatch(/^\/app\/offers\?embedded=1/);
  expect(app.received.at(-1)?.headers["user-agent"]).toMatch(/^Mozilla/);
  await app.close();
});

test("an install that the app breaks off is not told as one, though its token was exchanged", async () => {
  const app = await startReceiver();
  const own = await platformShop({ app_url: app.url });
  app.answerWith(500);
  const { status, body } = await own.control("install");
  expect(status).toBe(502);
  expect(body.errors[0].message).toContain("answered 500");
  await app.close();
});
