import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdCredit } from "#app/domain/store-credit/holds/hold-credit.ts";
import type { Platform } from "#app/platform/platform.ts";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "goods" });
});
afterAll(() => testApp.close());

const holdsOf = async (customerId: bigint) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.creditHold.findMany({ where: { shopId: row.id, customerId } });
};
const codeOnPlatform = async (code: string) => {
  const { platform } = await shop.context();
  return platform.closeDiscountCode(code);
};
const refuses = async (cid: number, code: string) => {
  const lines = [{ variant_id: 7502, quantity: 2 }];
  const { status, body } = await shop.control("orders", { cid, lines, credit_code: code });
  expect(status).toBe(422);
  return body.errors[0].message;
};

describe("a shopper who applies store credit", () => {
  test("gets a code for the amount, which leaves the balance and is kept for thirty minutes", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const before = (await shop.context()).clock.now().getTime();
    const { status, body } = await shopper.hold("10.00");
    expect(status).toBe(200);
    expect(body).toEqual({
      code: expect.stringMatching(/^CREDIT-[2-9A-HJKMNP-Z]{12}$/),
      amount: "10.00",
      amount_text: "€10.00",
      kept_until: expect.any(String),
      kept_until_text: expect.any(String),
      currency: "EUR",
      balance: "15.00",
      balance_text: "€15.00",
      held: "10.00",
      held_text: "€10.00",
    });
    const keptMinutes = (Date.parse(body.kept_until) - before) / 60_000;
    expect(keptMinutes).toBeGreaterThanOrEqual(30);
    expect(keptMinutes).toBeLessThan(31);
    expect(await shopper.balance()).toEqual([1500, 1000]);
  });

  test("gets the whole balance without an amount, and no more than that with one", async () => {
    const all = await createCreditShopper(shop, [2500, null]);
    expect((await all.hold()).body).toMatchObject({ amount: "25.00", balance: "0.00" });
    const more = await createCreditShopper(shop, [2500, null]);
    expect((await more.hold(99)).body).toMatchObject({ amount: "25.00", balance: "0.00" });
  });

  test("gets a code that nobody else can use, and that is worth its amount once", async () => {
    const shopper = await createCreditShopper(shop, [1000, null]);
    const other = await createCreditShopper(shop);
    const { code } = (await shopper.hold()).body;
    await refuses(other.cid, code);
    const order = await shopper.buy(code, 2);
    expect(order.totalMinor).toBe(2 * 1490 + 490 - 1000);
    await refuses(shopper.cid, code);
  });

  test("gets the same hold again, however often they ask for no more than it holds", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const first = await shopper.hold(5);
    expect((await shopper.hold(5)).body).toEqual(first.body);
    expect((await shopper.hold("0.01")).body).toEqual(first.body);
    expect(await holdsOf(shopper.customerId)).toHaveLength(1);
  });

  test("64 at once are one hold, one code, one entry", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const answers = await Promise.all(Array.from({ length: 64 }, () => shopper.hold(10)));
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(200));
    expect(new Set(answers.map(({ body }) => body.code)).size).toBe(1);
    expect(await shopper.balance()).toEqual([1500, 1000]);
    expect(await holdsOf(shopper.customerId)).toHaveLength(1);
    expect((await shopper.entries()).filter(({ status }) => status === 1)).toHaveLength(1);
  });

  test.each([
    [0],
    ["0.00"],
    [-1],
    ["-5"],
    ["1.005"],
    ["1e2"],
    ["abc"],
    [""],
    [0.1 + 0.2],
    [true],
    [{}],
  ])("with the amount %j gets the reason, and nothing is held", async (amount) => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const { status, body } = await shop.proxy("/storefront/store-credit/hold", {
      cid: shopper.cid,
      body: { amount },
    });
    expect(status).toBe(422);
    expect(Object.keys(JSON.parse(body.data))).toEqual(["amount"]);
    expect(await shopper.balance()).toEqual([2500, 0]);
  });

  test("without any credit gets an error", async () => {
    const shopper = await createCreditShopper(shop);
    const { status, body } = await shopper.hold();
    expect(status).toBe(422);
    expect(body.message).toBe("There is no store credit to use.");
  });

  test("signed out is refused, and so is a form", async () => {
    const path = "/storefront/store-credit/hold";
    expect((await shop.proxy(path, { body: {} })).status).toBe(401);
    expect((await shop.proxy("/storefront/store-credit")).status).toBe(401);
    const shopper = await createCreditShopper(shop, [2500, null]);
    expect((await shop.proxy(path, { cid: shopper.cid, method: "POST" })).status).toBe(400);
    expect(await shopper.balance()).toEqual([2500, 0]);
  });
});

describe("a shopper who looks", () => {
  test("sees what there is, what is held with its code, what expires next, and why credit moved", async () => {
    const shopper = await createCreditShopper(shop, [500, 10], [2000, null]);
    const { code, kept_until } = (await shopper.hold("2.00")).body;
    const { status, body } = await shopper.look();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency: "EUR",
      balance: "23.00",
      held: "2.00",
      next_expiry: { amount: "3.00", date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      hold: { code, amount: "2.00", kept_until },
    });
    expect(body.history).toMatchObject([
      { amount: "-2.00", type: 2, on_hold: true, message: "Reserved for an order in progress" },
      { amount: "25.00", type: 11, on_hold: false, message: "A present" },
    ]);
  });

  test("reads it in the page's language and by the own clock", async () => {
    const shopper = await createCreditShopper(shop, [123450, 10]);
    const { kept_until } = (await shopper.hold("2.00")).body;
    const look = (query: Record<string, string>) =>
      shop.proxy("/storefront/store-credit", { cid: shopper.cid, query });
    const answer = await look({ lang: "de", utc_offset: "330" });
    const body = JSON.parse(JSON.stringify(answer.body).replaceAll("\u00a0", " "));
    const time = { timeStyle: "short", timeZone: "Asia/Kolkata" } as const;
    expect(body).toMatchObject({
      balance_text: "1.232,50 €",
      held_text: "2,00 €",
      next_expiry: { amount_text: "1.232,50 €", date_text: expect.stringMatching(/\. \p{L}+ 20/u) },
      hold: {
        kept_until_text: expect.stringContaining(
          new Intl.DateTimeFormat("de", time).format(new Date(kept_until)),
        ),
      },
      history: [{ amount_text: "-2,00 €" }, { amount_text: "+1.234,50 €" }],
    });
    expect((await look({})).body.balance_text).toBe("€1,232.50");
    const wrong = [{ lang: "no_such" }, { lang: "" }, { utc_offset: "900" }, { utc_offset: "x" }];
    for (const query of wrong) {
      expect((await look(query)).status, JSON.stringify(query)).toBe(422);
    }
  });

  test("without any credit ever sees zero", async () => {
    const shopper = await createCreditShopper(shop);
    expect((await shopper.look()).body).toMatchObject({
      balance: "0.00",
      held: "0.00",
      next_expiry: null,
      hold: null,
      history: [],
    });
  });
});

describe("when the platform does not make the code", () => {
  const fault = { count: 100, operation: "discountCodeBasicCreate" };

  test("because it refuses, nothing stays held, and the shopper hears so without the platform's words", async () => {
    const shopper = await createCreditShopper(shop, [1000, null]);
    await shop.control("refuse-next", {
      operation: "discountCodeBasicCreate",
      code: "INTERNAL_ERROR",
      message: "Discounts are out of order",
    });
    const { status, body } = await shopper.hold();
    expect(status).toBe(422);
    expect(body.code).toBe("platform_refused");
    expect(body.message).not.toContain("Discounts are out of order");
    expect(await shopper.balance()).toEqual([1000, 0]);
    expect((await shopper.hold()).status).toBe(200);
  });

  test("because it is away, nothing stays held, and the next attempt works", async () => {
    const shopper = await createCreditShopper(shop, [1000, null]);
    await shop.control("fail-next", { ...fault, status: 503, after: "before-effect" });
    const { status, body } = await shopper.hold();
    await shop.control("clear-faults");
    expect([status, body.code]).toEqual([503, "platform_unavailable"]);
    expect(await shopper.balance()).toEqual([1000, 0]);
    expect((await shopper.hold()).status).toBe(200);
    expect(await shopper.balance()).toEqual([0, 1000]);
  });

  test("and only its answer is lost, the code is found again and not made twice", async () => {
    const shopper = await createCreditShopper(shop, [1000, null]);
    await shop.control("fail-next", { ...fault, count: 1, status: 502, after: "after-effect" });
    const { status, body } = await shopper.hold();
    expect(status).toBe(200);
    expect((await shopper.buy(body.code)).totalMinor).toBe(2 * 1490 + 490 - 1000);
    expect(await shopper.balance()).toEqual([0, 0]);
  });

  test("because the process died first, the next request has the same hold finished", async () => {
    const shopper = await createCreditShopper(shop, [1000, null]);
    const context = await shop.context();
    const dying = {
      ...context.platform,
      createCreditCode: () => Promise.reject(new Error("died")),
    };
    await expect(holdCredit({ ...context, platform: dying }, shopper.cid, null)).rejects.toThrow(
      "died",
    );
    expect(await shopper.balance()).toEqual([0, 1000]);
    expect((await shopper.look()).body).toMatchObject({ held: "10.00", hold: null });
    const { status, body } = await shopper.hold();
    expect(status).toBe(200);
    expect((await holdsOf(shopper.customerId)).map(({ code }) => code)).toEqual([body.code]);
    await shopper.buy(body.code);
    expect(await shopper.balance()).toEqual([0, 0]);
  });

  test("because the process died first, and nobody asks again, the credit comes back", async () => {
    const own = await testApp.createShop({ seed: "goods" });
    const shopper = await createCreditShopper(own, [1000, null]);
    const context = await own.context();
    const dying = {
      ...context.platform,
      createCreditCode: () => Promise.reject(new Error("died")),
    };
    await expect(holdCredit({ ...context, platform: dying }, shopper.cid, null)).rejects.toThrow(
      "died",
    );
    await own.control("clock", { advance: "PT29M" });
    expect(await shopper.balance()).toEqual([0, 1000]);
    await own.control("clock", { advance: "PT2M" });
    expect(await shopper.balance()).toEqual([1000, 0]);
  });

  test("before the hold was over, the code that comes late is closed, and the credit is back", async () => {
    const own = await testApp.createShop({ seed: "goods" });
    const shopper = await createCreditShopper(own, [1000, null]);
    const context = await own.context();
    let code = "";
    const slow: Platform = {
      ...context.platform,
      createCreditCode: async (input) => {
        code = input.code;
        await own.control("clock", { advance: "PT31M" });
        return context.platform.createCreditCode(input);
      },
    };
    const late = holdCredit({ ...context, platform: slow }, shopper.cid, null);
    await expect(late).rejects.toMatchObject({ code: "platform_unavailable" });
    await own.quiet();
    expect(await shopper.balance()).toEqual([1000, 0]);
    const lines = [{ variant_id: 7502, quantity: 2 }];
    const { status } = await own.control("orders", { cid: shopper.cid, lines, credit_code: code });
    expect(status).toBe(422);
    const { db, shop: row } = await own.context();
    const hold = await db.prisma.creditHold.findFirst({ where: { shopId: row.id, code } });
    expect(hold).toMatchObject({ state: "released", discountGid: expect.any(String) });
  });

  test("for some of 32 at once, whoever is given a code has the hold that there is", async () => {
    for (const after of ["before-effect", "after-effect"]) {
      const shopper = await createCreditShopper(shop, [1000, null]);
      await shop.control("fail-next", { ...fault, count: 20, status: 502, after });
      const answers = await Promise.all(Array.from({ length: 32 }, () => shopper.hold()));
      await shop.control("clear-faults");
      const holds = await holdsOf(shopper.customerId);
      const live = holds.filter(({ state }) => state === "live").map(({ code }) => code);
      expect(live.length).toBeLessThanOrEqual(1);
      for (const { status, body } of answers) {
        expect([200, 503]).toContain(status);
        if (status === 200) expect(live).toEqual([body.code]);
      }
      expect(await shopper.balance()).toEqual(live.length === 1 ? [0, 1000] : [1000, 0]);
    }
  });

  test("and all its answers are lost, nothing stays held, and the code that there is gets closed", async () => {
    const shopper = await createCreditShopper(shop, [1000, null]);
    await shop.control("fail-next", { ...fault, status: 502, after: "after-effect" });
    await shop.control("fail-next", {
      ...fault,
      operation: "codeDiscountNodeByCode",
      status: 502,
    });
    expect((await shopper.hold()).status).toBe(503);
    await shop.control("clear-faults");
    expect(await shopper.balance()).toEqual([1000, 0]);
    const [hold] = await holdsOf(shopper.customerId);
    expect(hold).toMatchObject({ state: "released", discountGid: null });
    await shop.control("clock", { advance: "PT31M" });
    await refuses(shopper.cid, hold?.code ?? "");
    const [closed] = await holdsOf(shopper.customerId);
    expect(closed?.discountGid).toEqual((await codeOnPlatform(hold?.code ?? ""))?.gid);
    expect(await shopper.balance()).toEqual([1000, 0]);
  });
});
