import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { settleHoldEntry } from "#tests/support/settle-hold-entry.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { type ApiAnswer, callJson, type TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const data = (shop: TestShop, path: string, query: Record<string, string> = {}) =>
  shop.proxy(`/data/${path}`, { key: shop.key, query });

/** One customer's past: given, held and captured in part, held and released, held still; and some points. */
async function past(shop: TestShop) {
  const customer = await createCreditCustomer(shop);
  const context = await shop.context();
  const at = (instant: string) => ({ ...context, clock: { now: () => new Date(instant) } });
  const movement = { customerId: customer.id, unit: "money" } as const;
  const order = { orderGid: "gid://platform/Order/1042", orderName: "#1042" };
  await postCredit(at("2026-10-24T22:30:00Z"), {
    ...movement,
    amountMinor: 5000,
    typeCode: CREDIT_TYPES.promotion,
    message: "Welcome",
  });
  const hold = async (instant: string) => {
    const posting = await postCredit(at(instant), {
      ...movement,
      amountMinor: -2000,
      typeCode: CREDIT_TYPES.redemption,
      message: "Reserved for an order in progress",
      onHold: true,
    });
    if (posting.outcome !== "posted") throw new Error(posting.outcome);
    return { entryId: posting.entryId, customerId: customer.id };
  };
  const captured = await hold("2026-10-25T00:30:00Z");
  await context.db.transaction((tx) =>
    settleHoldEntry(tx, at("2026-10-25T01:30:00Z"), captured, { usedMinor: 1250, ...order }),
  );
  const released = await hold("2026-10-26T10:00:00Z");
  await context.db.transaction((tx) =>
    settleHoldEntry(tx, at("2026-10-26T10:31:00Z"), released, null),
  );
  await hold("2026-10-27T10:00:00Z");
  await postCredit(at("2026-10-28T10:00:00Z"), {
    ...movement,
    unit: "points",
    amountMinor: 120,
    typeCode: CREDIT_TYPES.loyaltyReward,
    message: "Points for an order",
  });
  return { customer, gid: `gid://platform/Customer/${customer.cid}`, context };
}

describe("/data/credits-history", () => {
  test("has what people see of money and points, newest first, in the store's zone across the end of summer time", async () => {
    const shop = await testApp.createShop({ timezone: "Europe/Berlin" });
    const { gid } = await past(shop);
    const { status, body } = await data(shop, "credits-history");
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          platform_customer_gid: gid,
          body: "Points for an order",
          value: "120.00",
          unit: "points",
          status: 0,
          created_at: "2026-10-28 11:00",
        },
        {
          platform_customer_gid: gid,
          body: "Reserved for an order in progress",
          value: "-20.00",
          unit: "money",
          status: 1,
          created_at: "2026-10-27 11:00",
        },
        {
          platform_customer_gid: gid,
          body: "Used for order #1042",
          value: "-12.50",
          unit: "money",
          status: 0,
          created_at: "2026-10-25 02:30",
          order_name: "#1042",
        },
        {
          platform_customer_gid: gid,
          body: "Welcome",
          value: "50.00",
          unit: "money",
          status: 0,
          created_at: "2026-10-25 00:30",
        },
      ],
      meta: { current_page: 1, per_page: 1000 },
    });
  });

  test("gives one customer alone, by gid or number, and no row for a number that nobody has", async () => {
    const shop = await testApp.createShop();
    const one = await createCreditCustomer(shop, "1.00");
    await createCreditCustomer(shop, "2.00");
    for (const platform_customer_gid of [String(one.cid), `gid://platform/Customer/${one.cid}`]) {
      const { body } = await data(shop, "credits-history", { platform_customer_gid });
      expect(body.data.map((row: { value: string }) => row.value)).toEqual(["1.00"]);
    }
    for (const platform_customer_gid of ["0", "999999999", "gid://platform/Customer/999999999"]) {
      const { status, body } = await data(shop, "credits-history", { platform_customer_gid });
      expect({ status, rows: body.data }).toEqual({ status: 200, rows: [] });
    }
  });

  test("pages by a thousand without a gap, and refuses a page that is none", async () => {
    const shop = await testApp.createShop();
    const context = await shop.context();
    const customers = await createCustomers(context, 1100);
    await Promise.all(
      customers.map((customerId, at) =>
        postCredit(context, {
          customerId,
          unit: "money",
          amountMinor: at + 1,
          typeCode: CREDIT_TYPES.promotion,
          message: "Page",
        }),
      ),
    );
    const pages = [];
    for (const page of ["1", "2", "3", "9007199254740991"]) {
      pages.push((await data(shop, "credits-history", { page })).body.data);
    }
    expect(pages.map((rows) => rows.length)).toEqual([1000, 100, 0, 0]);
    const values = pages.flat().map((row: { value: string }) => row.value);
    expect(new Set(values).size).toBe(1100);
    for (const page of ["0", "-1", "1.5", "x", "", "1e3", "9007199254740992"]) {
      const answer = await data(shop, "credits-history", { page });
      expect(answer.status, page).toBe(422);
      expect(JSON.parse(answer.body.data)).toEqual({ page: [expect.any(String)] });
    }
  });
});

describe("/data/store-credits", () => {
  test("has the posted movements of money by id; a redemption says what it took and from which order", async () => {
    const shop = await testApp.createShop({ timezone: "Europe/Berlin" });
    const { gid } = await past(shop);
    const { body } = await data(shop, "store-credits");
    expect(body.data).toEqual([
      {
        platform_customer_gid: gid,
        type: 11,
        message: "Welcome",
        value: "50.00",
        redeemed_from_subscribfy: "",
        order_gid: "",
        created_at: "2026-10-25",
        used_in: "",
      },
      {
        platform_customer_gid: gid,
        type: 2,
        message: "Used for order #1042",
        value: "-12.50",
        redeemed_from_subscribfy: "12.50",
        order_gid: "gid://platform/Order/1042",
        created_at: "2026-10-25",
        used_in: "checkout",
      },
    ]);
    expect(body.meta).toEqual({
      per_page: 10_000,
      last_id: expect.any(Number),
      has_more: false,
      timezone: "Europe/Berlin",
    });
    const rest = await data(shop, "store-credits", {
      since_id: String(body.meta.last_id),
      page: "x",
    });
    expect(rest.body).toMatchObject({ data: [], meta: { last_id: body.meta.last_id } });
  });

  test("since_date is a day of the store's zone, that day included", async () => {
    const shop = await testApp.createShop({ timezone: "Europe/Berlin" });
    await past(shop);
    const rows = async (since_date: string) =>
      (await data(shop, "store-credits", { since_date })).body.data.length;
    expect([await rows("2026-10-25"), await rows("2026-10-26")]).toEqual([2, 0]);
  });

  test.each([
    ["since_id", "-1"],
    ["since_id", "1.0"],
    ["since_id", ""],
    ["since_id", "9007199254740992"],
    ["since_date", "2025-02-30"],
    ["since_date", "25-2-3"],
    ["since_date", ""],
    ["since_date", "2025-02-03T00:00"],
  ])("refuses %s=%s", async (name, value) => {
    const shop = await testApp.createShop();
    const answer = await data(shop, "store-credits", { [name]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(JSON.parse(answer.body.data))).toEqual([name]);
  });

  test("a reader that goes on from the last id sees every row once, while sixteen write from several pools", async () => {
    const shop = await testApp.createShop();
    const context = await shop.context();
    const customers = await createCustomers(context, 16);
    const others = [1, 2, 3].map(() => createAppContext(testApp.environment, "writer"));
    const pools = [context, ...others.map(({ db }) => ({ ...context, db }))];
    let writing = true;
    const writers = Promise.all(
      customers.map(async (customerId, at) => {
        for (let count = 0; count < 40; count += 1) {
          await postCredit(pools[at % 4] ?? context, {
            customerId,
            unit: "money",
            amountMinor: 1,
            typeCode: CREDIT_TYPES.promotion,
            message: `${at}/${count}`,
          });
        }
      }),
    ).finally(() => {
      writing = false;
    });
    const seen: string[] = [];
    let since = 0;
    for (let isLast = false; !isLast; ) {
      isLast = !writing;
      const { body } = await data(shop, "store-credits", { since_id: String(since) });
      seen.push(...body.data.map((row: { message: string }) => row.message));
      since = body.meta.last_id;
    }
    await writers;
    for (const { db } of others) await db.close();
    expect(seen).toHaveLength(16 * 40);
    expect(new Set(seen).size).toBe(16 * 40);
  });
});

describe("the Collection API", () => {
  const collect = (
    shop: TestShop,
    fields: Record<string, string>,
    call: { type?: string; domain?: string } = {},
  ): Promise<ApiAnswer> => {
    const query = signProxyQuery(
      {},
      { shop: call.domain ?? shop.domain, secret: testApp.environment.SHOPIFY_API_SECRET },
    );
    return callJson(`${testApp.url}/proxy/v1/collection?${query}`, {
      method: "POST",
      headers: { "content-type": call.type ?? "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  };
  const topic = "store_credit_history";

  test("gives each customer's entries with the running balance", async () => {
    const shop = await testApp.createShop({ timezone: "Europe/Berlin" });
    const { customer, gid } = await past(shop);
    const { status, body, headers } = await collect(shop, { key: shop.key, topic });
    expect(status).toBe(200);
    expect(body).toEqual({
      [customer.cid]: [
        {
          platform_customer_gid: gid,
          body: "Welcome",
          value: "50.00",
          total: "50.00",
          status: "0",
          created_at: "2026-10-25 00:30",
        },
        {
          platform_customer_gid: gid,
          body: "Used for order #1042",
          value: "-12.50",
          total: "37.50",
          status: "0",
          created_at: "2026-10-25 02:30",
          order_name: "#1042",
        },
        {
          platform_customer_gid: gid,
          body: "Reserved for an order in progress",
          value: "-20.00",
          total: "17.50",
          status: "1",
          created_at: "2026-10-27 11:00",
        },
      ],
    });
    expect(headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(headers.get("sunset")).toMatch(/GMT$/);
    expect(headers.get("link")).toContain('rel="successor-version"');
  });

  test("refuses what the contract names: 400, 401 and both kinds of 404", async () => {
    const shop = await testApp.createShop();
    const stranger = await testApp.createShop();
    const { key } = shop;
    const cases: [Promise<ApiAnswer>, number][] = [
      [collect(shop, { topic }), 400],
      [collect(shop, { key, topic: "orders" }), 400],
      [collect(shop, { key }), 400],
      [collect(shop, { key, topic }, { type: "application/json" }), 400],
      [collect(shop, { key: "nonsense", topic }), 401],
      [collect(shop, { key: stranger.key, topic }), 401],
      [collect(shop, { key, topic }, { domain: "never-seen.myshopify.com" }), 404],
      [collect(shop, { key, topic }), 404],
    ];
    for (const [call, expected] of cases) {
      const { status, body, headers } = await call;
      expect(status, JSON.stringify(body)).toBe(expected);
      expect(body).toEqual({ message: expect.any(String) });
      expect(headers.get("deprecation")).not.toBeNull();
    }
  });
});
