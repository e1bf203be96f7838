import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

const OFFERS = "/membership/churn/offers";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
});
afterAll(() => testApp.close());

describe("GET /membership/churn/offers", () => {
  test("answers the active reasons with their active offers, in the merchant's order and the contract's shape", async () => {
    const { status, body } = await shop.proxy(OFFERS, { key: shop.key });
    expect(status).toBe(200);
    expect(body.map(({ alias }: { alias: string }) => alias)).toContain("too_expensive");
    const tooExpensive = body.find(({ alias }: { alias: string }) => alias === "too_expensive");
    expect(Object.keys(tooExpensive)).toEqual(["id", "title", "description", "alias", "offers"]);
    expect(tooExpensive.title).toBe("It's too expensive");
    const [offer] = tooExpensive.offers;
    expect(Object.keys(offer)).toEqual(["id", "name", "description", "type", "rules"]);
    expect(offer.type).toBe("discount_price");
    expect(offer.rules).toEqual({
      discount_type: "percentage",
      discount_value: expect.any(Number),
    });
  });

  test("answers one reason when its alias is given, and an empty list when it is switched off", async () => {
    const query = { cancellation_reason: "too_expensive" };
    const one = await shop.proxy(OFFERS, { key: shop.key, query });
    expect(one.body).toHaveLength(1);

    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id, alias: "use_another_service" };
    await db.prisma.cancellationReason.updateMany({ where, data: { active: false } });
    const off = await shop.proxy(OFFERS, {
      key: shop.key,
      query: { cancellation_reason: "use_another_service" },
    });
    expect(off).toMatchObject({ status: 200, body: [] });
  });

  test("leaves out an offer that is switched off", async () => {
    const other = await testApp.createShop();
    const { db, shop: row } = await other.context();
    await db.prisma.churnOffer.updateMany({ where: { shopId: row.id }, data: { active: false } });
    const { body } = await other.proxy(OFFERS, { key: other.key });
    expect(body.length).toBeGreaterThan(0);
    for (const reason of body) expect(reason.offers).toEqual([]);
  });

  test.each(["Too_expensive", "too expensive", "", "nope"])(
    "422 names the parameter for the unknown reason %j",
    async (cancellation_reason) => {
      const { status, body } = await shop.proxy(OFFERS, {
        key: shop.key,
        query: { cancellation_reason },
      });
      expect(status).toBe(422);
      expect(body.error).toBe(true);
      expect(typeof body.message).toBe("string");
      expect(JSON.parse(body.data).cancellation_reason[0]).toContain("too_expensive");
    },
  );

  test("401 without a key, with a wrong one, with one of another store", async () => {
    const stranger = await testApp.createShop();
    expect((await shop.proxy(OFFERS)).status).toBe(401);
    expect((await shop.proxy(OFFERS, { key: "pk_live_nonsense" })).status).toBe(401);
    const foreign = await shop.proxy(OFFERS, { key: stranger.key });
    expect(foreign.status).toBe(401);
    expect(foreign.body).toEqual({ message: expect.any(String) });
  });

  test("401 for a key that counts elsewhere: in the header instead of the query", async () => {
    const { status } = await shop.proxy(OFFERS, { query: { authorization: `Bearer ${shop.key}` } });
    expect(status).toBe(401);
  });

  test("403 for a key without the scope", async () => {
    const readOnly = await shop.createKey(["core:read", "data:read"]);
    expect((await shop.proxy(OFFERS, { key: readOnly })).status).toBe(403);
  });

  test("401 for the key of a store that has uninstalled the app", async () => {
    const leaving = await testApp.createShop();
    expect((await leaving.proxy(OFFERS, { key: leaving.key })).status).toBe(200);
    await leaving.control("uninstall");
    await leaving.quiet();
    expect((await leaving.proxy(OFFERS, { key: leaving.key })).status).toBe(401);
  });

  test("an answer to a request that carried a key is kept nowhere and refers to nobody", async () => {
    const { headers } = await shop.proxy(OFFERS, { key: shop.key });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("404 for a method or an address that is not there, as private as every other answer", async () => {
    for (const answer of [
      await shop.proxy(OFFERS, { key: shop.key, method: "POST" }),
      await shop.proxy("/membership/churn/nope", { key: shop.key }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    }
  });

  test("401 for an address that is not there when nobody has signed the request", async () => {
    const { status } = await callJson(`${testApp.url}/proxy/v1/membership/churn/nope`);
    expect(status).toBe(401);
  });

  test("422 for a parameter that was sent twice", async () => {
    const query = `key=${shop.key}&cancellation_reason=other&cancellation_reason=too_expensive`;
    const { status } = await callJson(`${shop.devstoreUrl}/apps/service-api/v1${OFFERS}?${query}`, {
      headers: { "x-forwarded-host": shop.domain },
    });
    expect(status).toBe(422);
  });
});
