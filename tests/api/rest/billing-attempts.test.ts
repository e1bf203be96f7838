import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "Pacific/Auckland";
let testApp: TestApp;
let shop: TestShop;
let paid: BilledSubscription;
let failing: BilledSubscription;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "NZD" });
  const due = addDays((await shop.context()).clock.now(), 1, zone);
  paid = await billedSubscription(shop, { next_billing_date: due });
  failing = await billedSubscription(shop, { next_billing_date: due, price: "9.50" });
  await failing.nextPayments("INSUFFICIENT_FUNDS");
  await goTo(shop, addDays(due, 1, zone));
});
afterAll(() => testApp.close());

const list = async (query = "") => (await shop.core(`/billing-attempts${query}`)).body;
const idOf = async (subscription: BilledSubscription) => `sub_${(await subscription.row()).id}`;
const retry = (id: string, key = crypto.randomUUID()) =>
  shop.core(`/billing-attempts/${id}/retry`, {
    method: "POST",
    headers: { "idempotency-key": key },
  });

describe("billing attempts", () => {
  test("are listed newest first, with every field", async () => {
    const { data, meta } = await list();
    expect(meta).toEqual({ total: 2, limit: 50, offset: 0, has_more: false });
    const byId = data.map(({ id }: { id: string }) => Number(id.slice(4)));
    expect(byId).toEqual([...byId].sort((one: number, other: number) => other - one));
    const [failed] = (await list("?status=failed")).data;
    expect(failed).toEqual({
      id: expect.stringMatching(/^bat_\d+$/),
      subscription_id: await idOf(failing),
      status: "failed",
      amount: "9.50",
      currency: "NZD",
      attempt_number: 1,
      retry_of: null,
      error_code: "INSUFFICIENT_FUNDS",
      error_message: expect.stringMatching(/\.$/),
      will_retry: true,
      next_retry_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      order_gid: null,
      created_at: expect.any(String),
      completed_at: expect.any(String),
    });
    const [success] = (await list("?status=success")).data;
    expect(success).toMatchObject({
      subscription_id: await idOf(paid),
      amount: "15.00",
      error_code: null,
      will_retry: false,
      next_retry_at: null,
      order_gid: expect.stringMatching(/^gid:\/\/platform\/Order\/\d+$/),
    });
  });

  test("are filtered by subscription, by state and by day in the store's zone", async () => {
    const day = formatDate((await paid.attempts())[0]?.createdAt ?? new Date(0), zone);
    const before = formatDate(addDays(new Date(`${day}T12:00:00+12:00`), -1, zone), zone);
    const totalOf = async (query: string) => (await list(query)).meta.total;
    expect(await totalOf(`?subscription_id=${await idOf(paid)}`)).toBe(1);
    expect(await totalOf("?subscription_id=sub_999999")).toBe(0);
    expect(await totalOf("?subscription_id=nonsense")).toBe(0);
    expect(await totalOf("?status=pending")).toBe(0);
    expect(await totalOf(`?date_from=${day}&date_to=${day}`)).toBe(2);
    expect(await totalOf(`?date_to=${before}`)).toBe(0);
    expect(await totalOf(`?date_from=${day}&limit=1&offset=1`)).toBe(2);
  });

  test("are filtered by customer, by address, and by instants as subscriptions are", async () => {
    const totalOf = async (query: string) => (await list(query)).meta.total;
    const { data } = await shop.core(`/subscriptions/${await idOf(paid)}`).then(({ body }) => body);
    expect(await totalOf(`?customer_id=${data.customer_id}`)).toBe(1);
    expect(await totalOf(`?email=${data.email.toUpperCase()}`)).toBe(1);
    expect(await totalOf("?email=nobody@example.com")).toBe(0);
    const { created_at: at } = (await list(`?customer_id=${data.customer_id}`)).data[0];
    const mine = `?customer_id=${data.customer_id}`;
    expect(await totalOf(`${mine}&created_after=${at}`)).toBe(1);
    expect(await totalOf(`${mine}&created_before=${at}`)).toBe(0);
    expect(await totalOf(`${mine}&created_after=${at}&date_from=2020-01-01`)).toBe(1);
    expect(await totalOf(`${mine}&created_before=${at}&date_to=2999-01-01`)).toBe(0);
  });

  test.each([
    "?status=unknown",
    "?limit=101",
    "?offset=-1",
    "?date_from=yesterday",
    "?date_to=2026-13-01",
    "?subscription_id=",
  ])("with %s are refused, and the parameter is named", async (query) => {
    const { status, body } = await shop.core(`/billing-attempts${query}`);
    expect(status).toBe(400);
    const name = query.slice(1, query.indexOf("="));
    expect(JSON.stringify(body)).toContain(name);
  });
});

describe("a manual retry", () => {
  test("of a failed attempt makes a new pending one, answered again for the same key", async () => {
    const [failed] = (await list("?status=failed")).data;
    const key = crypto.randomUUID();
    const first = await retry(failed.id, key);
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({
      subscription_id: await idOf(failing),
      attempt_number: 2,
      retry_of: failed.id,
      completed_at: null,
      status: "pending",
    });
    const again = await retry(failed.id, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    await shop.quiet();
    expect((await failing.charges()).map(({ state }) => state)).toEqual(["failed", "success"]);
    expect((await failing.cycles()).map(({ state }) => state)).toEqual(["paid"]);
    const refused = await retry(failed.id);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain("paid, skipped or over");
  });

  test("of one that succeeded is refused, and of one that does not exist is 404", async () => {
    const [success] = (await list(`?subscription_id=${await idOf(paid)}`)).data;
    expect((await retry(success.id)).status).toBe(400);
    for (const id of ["bat_999999", "bat_0", "sub_1", "1", "bat_1e3"]) {
      expect((await retry(id)).status, id).toBe(404);
    }
  });

  test("of sixteen at once charges once", {
    meta: { slow: "sixteen wait for one another" },
  }, async () => {
    const due = addDays((await shop.context()).clock.now(), 1, zone);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    await subscription.nextPayments("FRAUD_SUSPECTED");
    await goTo(shop, addDays(due, 1, zone));
    const [failed] = (await list(`?subscription_id=${await idOf(subscription)}`)).data;
    const answers = await Promise.all(Array.from({ length: 16 }, () => retry(failed.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await shop.quiet();
    expect((await subscription.charges()).map(({ state }) => state)).toEqual(["failed", "success"]);
  });

  test("is refused on a paused subscription", async () => {
    const due = addDays((await shop.context()).clock.now(), 1, zone);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    await subscription.nextPayments("CARD_DECLINED");
    await goTo(shop, addDays(due, 1, zone));
    const id = await idOf(subscription);
    await shop.core(`/subscriptions/${id}/pause`, { body: { duration: 5 } });
    const [failed] = (await list(`?subscription_id=${id}`)).data;
    const { status, body } = await retry(failed.id);
    expect(status).toBe(400);
    expect(body.error.message).toContain("paused");
  });

  test("needs a key that may write, and never reaches another store", async () => {
    const [failed] = (await list("?status=failed")).data;
    const path = `/billing-attempts/${failed.id}/retry`;
    const readOnly = await shop.createKey(["core:read"]);
    expect((await shop.core(path, { method: "POST", key: readOnly })).status).toBe(403);
    const other = await testApp.createShop();
    expect((await shop.core(path, { method: "POST", key: other.key })).status).toBe(404);
    expect((await shop.core("/billing-attempts", { key: other.key })).body.data).toEqual([]);
  });
});
