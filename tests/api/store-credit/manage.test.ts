import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CreditCustomer, createCreditCustomer } from "#tests/support/credit-customer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { ApiAnswer, TestShop } from "#tests/support/test-shop.ts";

// The Store Credit Management API, cell by cell (contract, sections 4.4 and 7.4).

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise" });
});
afterAll(() => testApp.close());

type Fields = Record<string, unknown>;

const update = (customer: CreditCustomer, fields: Fields = {}) => ({
  cid: customer.cid,
  email: customer.email,
  action: "update",
  update_value: 10,
  update_type: "manual admin adjustment",
  update_reason: "Goodwill",
  ...fields,
});
const get = ({ cid, email }: CreditCustomer) => ({ cid, email, action: "get" });

/** Both content types give the same answer; the second call is made on a twin with the same past. */
async function bothWays(balance: string | null, fields: Fields): Promise<ApiAnswer> {
  const [one, two] = [
    await createCreditCustomer(shop, balance),
    await createCreditCustomer(shop, balance),
  ];
  const json = await shop.manageCredit(update(one, fields), { as: "json" });
  const form = await shop.manageCredit(update(two, fields), { as: "form" });
  const neutral = ({ status, body }: ApiAnswer) => ({
    status,
    body: { ...body, cid: 0, email: "" },
  });
  expect(neutral(form)).toEqual(neutral(json));
  return json;
}

const fieldErrors = (answer: ApiAnswer): Record<string, string[]> => {
  expect(answer).toMatchObject({
    status: 422,
    body: { error: true, message: expect.any(String), data: expect.any(String) },
  });
  return JSON.parse(answer.body.data);
};

describe("get", () => {
  test("answers the balance and what checkouts hold, as JSON numbers without needless decimals", async () => {
    const customer = await createCreditCustomer(shop, "12.50");
    const answer = await shop.manageCredit(get(customer), { as: "form" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      cid: customer.cid,
      email: customer.email,
      currency: "EUR",
      store_credit_balance: 12.5,
      store_credit_in_use_at_checkout: 0,
    });
    const nothing = await shop.manageCredit(get(await createCreditCustomer(shop)));
    expect(nothing.body.store_credit_balance).toBe(0);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("takes the number as text and the address in any case", async () => {
    const { cid, email } = await createCreditCustomer(shop);
    const answer = await shop.manageCredit({
      ...get({ id: 0n, cid, email: email.toUpperCase() }),
      cid: String(cid),
    });
    expect(answer).toMatchObject({ status: 200, body: { cid, email } });
  });

  test("needs nothing of what an update needs, and minds no fields it does not know", async () => {
    const customer = await createCreditCustomer(shop);
    const fields = { ...get(customer), update_value: "nonsense", update_type: 5, other: [1] };
    expect((await shop.manageCredit(fields)).status).toBe(200);
  });
});

describe("update", () => {
  test("adds and answers the balance after it, with its success", async () => {
    const answer = await bothWays("2.50", { update_value: 10 });
    expect(answer).toMatchObject({
      status: 200,
      body: { store_credit_balance: 12.5, currency: "EUR", result: { status: "success" } },
    });
    expect(answer.body).not.toHaveProperty("store_credit_in_use_at_checkout");
  });

  test.each(["manual admin adjustment", "reconciled", "forfeit", "expired"])(
    "takes no more than there is as %s, and nothing of nothing",
    async (update_type) => {
      const part = await bothWays("7.00", { update_type, update_value: -5 });
      expect(part).toMatchObject({ status: 200, body: { store_credit_balance: 2 } });
      const all = await bothWays("7.00", { update_type, update_value: "-9.99" });
      expect(all).toMatchObject({ status: 200, body: { store_credit_balance: 0 } });
      const none = await bothWays(null, { update_type, update_value: -1 });
      expect(none).toMatchObject({ status: 400 });
      expect(none.body.error).toBe("failed to update, balance cannot be below 0");
    },
  );

  test("is in the customer's history with its reason and type", async () => {
    const customer = await createCreditCustomer(shop, "7.00");
    await shop.manageCredit(
      update(customer, {
        update_type: "forfeit",
        update_value: -9,
        update_reason: " Left\r\nthe\u0007club\u202e ",
      }),
    );
    const { body } = await shop.core(`/store-credits/${customer.cid}/history`);
    expect(body.data[0]).toMatchObject({
      type: "forfeit",
      type_code: 6,
      amount: "-7.00",
      balance_after: "0.00",
      message: "Left the club",
      reason: "Left the club",
    });
  });

  test("is applied again each time, but once for one Idempotency-Key", async () => {
    const customer = await createCreditCustomer(shop);
    await shop.manageCredit(update(customer));
    await shop.manageCredit(update(customer));
    const headers = { "idempotency-key": "parcel-17" };
    const first = await shop.manageCredit(update(customer), { headers });
    const again = await shop.manageCredit(update(customer), { headers, as: "form" });
    expect(first.body.store_credit_balance).toBe(30);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await shop.manageCredit(update(customer, { update_value: 11 }), { headers });
    expect(other.status).toBe(400);
    expect(other.body.error).toMatch(/^failed to update, this Idempotency-Key/);
    expect((await shop.manageCredit(get(customer))).body.store_credit_balance).toBe(30);
  });
});

describe("a value", () => {
  const refused: [name: string, value: unknown][] = [
    ["0", 0],
    ["-0", -0],
    ["the text -0.00", "-0.00"],
    ["three decimals", "1.005"],
    ["three decimals as a number", 1.005],
    ["an exponent", "1e2"],
    ["0.1 + 0.2", 0.1 + 0.2],
    ["NaN", "NaN"],
    ["nothing", ""],
    ["null", null],
    ["absent", undefined],
    ["1e21", 1e21],
    ["too much", "1000000"],
    ["hexadecimal", "0x10"],
    ["spaces", " 5 "],
    ["a thousands sign", "1,000"],
    ["words", "ten"],
    ["true", true],
    ["infinity", "Infinity"],
    ["a very long one", "9".repeat(400)],
  ];
  test.each(refused)("of %s is refused, and nothing moves", async (_name, update_value) => {
    const fields = fieldErrors(await bothWays("1.00", { update_value }));
    expect(Object.keys(fields)).toEqual(["update_value"]);
  });

  test.each([["1.50"], ["007"], [0.01], ["999999.99"], ["2.500"], [-0.01]])(
    "of %s is taken",
    async (update_value) => {
      expect((await bothWays("1.00", { update_value })).status).toBe(200);
    },
  );

  test.each(["reconciled", "forfeit", "expired"])("above 0 is refused for %s", async (type) => {
    const fields = fieldErrors(await bothWays("1.00", { update_type: type, update_value: 5 }));
    expect(fields.update_value?.[0]).toContain("Must not be positive");
  });

  test("with more decimals than the store's currency has is refused", async () => {
    const yen = await testApp.createShop({ currency: "JPY" });
    const customer = await createCreditCustomer(yen, "500");
    expect(fieldErrors(await yen.manageCredit(update(customer, { update_value: 10.5 })))).toEqual({
      update_value: ["Must be a whole number: JPY has no decimals."],
    });
    const { body } = await yen.manageCredit(update(customer, { update_value: "10.00" }));
    expect(body).toMatchObject({ currency: "JPY", store_credit_balance: 510 });
  });
});

describe("other fields", () => {
  test.each([
    "Manual Admin Adjustment",
    " reconciled",
    "manual_admin_adjustment",
    "forfeited",
    "",
    null,
    7,
    ["forfeit"],
  ])("update_type %j is refused", async (update_type) => {
    const customer = await createCreditCustomer(shop, "1.00");
    const fields = fieldErrors(
      await shop.manageCredit(update(customer, { update_type, update_value: -1 })),
    );
    expect(fields.update_type?.[0]).toContain(
      "manual admin adjustment, reconciled, forfeit, expired",
    );
  });

  test("all wrong ones are named at once", async () => {
    const answer = await shop.manageCredit({
      cid: "12x",
      email: "no address",
      action: "update",
      update_value: 0,
    });
    expect(Object.keys(fieldErrors(answer)).sort()).toEqual([
      "cid",
      "email",
      "update_reason",
      "update_type",
      "update_value",
    ]);
    const empty = fieldErrors(await shop.manageCredit({}));
    expect(Object.keys(empty).sort()).toEqual(["action", "cid", "email"]);
    expect(fieldErrors(await shop.manageCredit({ action: "delete" })).action?.[0]).toContain("get");
  });

  test.each([[""], ["   "], [null], [undefined], [5], ["x".repeat(501)], ["a\u0000b"]])(
    "update_reason %j is refused",
    async (update_reason) => {
      const customer = await createCreditCustomer(shop);
      const fields = fieldErrors(await shop.manageCredit(update(customer, { update_reason })));
      expect(Object.keys(fields)).toEqual(["update_reason"]);
    },
  );

  test.each([[-1], [0], [1.5], ["gid"], [true], [[1]], [2 ** 60], [null]])(
    "cid %j is refused",
    async (cid) => {
      const { email } = await createCreditCustomer(shop);
      const answer = await shop.manageCredit({ cid, email, action: "get" });
      expect(Object.keys(fieldErrors(answer))).toEqual(["cid"]);
    },
  );

  test("a cid and an address that are not one customer's find nobody", async () => {
    const [one, two] = [await createCreditCustomer(shop), await createCreditCustomer(shop)];
    const expected = { status: 404, body: { error: "customer not found" } };
    const mixed = { ...get(one), email: two.email };
    expect(await shop.manageCredit(mixed)).toMatchObject(expected);
    expect(await shop.manageCredit({ ...get(one), cid: 999_999_999_999 })).toMatchObject(expected);
  });
});

describe("a body", () => {
  const send = (body: string, type: string) =>
    fetch(`${testApp.url}/api/v1/store-credit/manage`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });

  test("that is no JSON, or of another kind, is 422 and says so", async () => {
    const broken = await send(`{"key":"${shop.key}"`, "application/json");
    expect(broken.status).toBe(422);
    expect(JSON.parse((await broken.json()).data)).toEqual({ body: [expect.any(String)] });
    expect((await send(`key=${shop.key}`, "text/plain")).status).toBe(422);
  });

  test.each(["[]", "null", '"text"', "17", "{}", '{"key":null}', '{"key":""}'])(
    "of %s has no key",
    async (body) => {
      const answer = await send(body, "application/json");
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ message: "key is missing" });
    },
  );

  test.each(['{"key":5}', '{"key":["x"]}', '{"key":{"a":1}}', '{"key":"pk_live_x"}'])(
    "of %s has a wrong key",
    async (body) => {
      const answer = await send(body, "application/json");
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ message: "key is incorrect" });
    },
  );

  test("with a key of a store that has left is refused", async () => {
    const gone = await testApp.createShop();
    const customer = await createCreditCustomer(gone);
    await testApp.app.db.prisma.shop.update({
      where: { domain: gone.domain },
      data: { status: "uninstalled" },
    });
    expect(await gone.manageCredit(get(customer))).toMatchObject({
      status: 401,
      body: { message: "key is incorrect" },
    });
  });
});

/** The contract's end of the legacy address (section 4.4), after which no clock brings back what it did. */
const LEGACY_ENDS = new Date("2026-12-31T23:59:59Z");

const describeLegacy = () => {
  const legacy = { legacy: true } as const;

  test("answers gid for cid and no currency, and announces its end", async () => {
    const customer = await createCreditCustomer(shop, "4.00");
    const answer = await shop.manageCredit(get(customer), { ...legacy, as: "form" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      gid: customer.cid,
      email: customer.email,
      store_credit_balance: 4,
      store_credit_in_use_at_checkout: 0,
    });
    expect(answer.headers.get("sunset")).toBe("Thu, 31 Dec 2026 23:59:59 GMT");
    expect(answer.headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(answer.headers.get("link")).toContain("/api/v1/store-credit/manage");
  });

  test("takes forfeited and forfeit alike", async () => {
    const customer = await createCreditCustomer(shop, "4.00");
    for (const update_type of ["forfeited", "forfeit"]) {
      const fields = update(customer, { update_type, update_value: -1 });
      const { status, body } = await shop.manageCredit(fields, legacy);
      expect({ status, result: body.result }).toEqual({
        status: 200,
        result: { status: "success" },
      });
    }
    const { body } = await shop.core(`/store-credits/${customer.cid}/history`);
    expect(body.data.slice(0, 2).map((entry: { type: string }) => entry.type)).toEqual([
      "forfeit",
      "forfeit",
    ]);
  });

  test("refuses with status 200 and the same texts", async () => {
    const customer = await createCreditCustomer(shop);
    const answers = [
      await shop.manageCredit({ key: "" }, legacy),
      await shop.manageCredit({ key: "wrong" }, legacy),
      await shop.manageCredit({ ...get(customer), email: "nobody@example.com" }, legacy),
      await shop.manageCredit(update(customer, { update_value: -1 }), legacy),
      await shop.manageCredit(update(customer, { update_value: 0 }), legacy),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.map(({ body }) => body)).toEqual([
      { message: "key is missing" },
      { message: "key is incorrect" },
      { error: "customer not found" },
      { error: "failed to update, balance cannot be below 0" },
      { error: true, message: expect.any(String), data: expect.stringContaining("update_value") },
    ]);
  });

  test("is gone from the sunset of the store's clock on, and says where to go", async () => {
    const late = await testApp.createShop();
    const customer = await createCreditCustomer(late, "4.00");
    const { clock } = await late.context();
    const untilSunset = LEGACY_ENDS.getTime() - clock.now().getTime();
    const minutes = Math.floor(untilSunset / 60_000) - 1;
    await late.control("clock", { advance: `PT${minutes}M` });
    expect((await late.manageCredit(get(customer), legacy)).status).toBe(200);
    await late.control("clock", { advance: "PT2M" });
    const answer = await late.manageCredit(get(customer), legacy);
    expect(answer.status).toBe(410);
    expect(answer.body.message).toContain("/api/v1/store-credit/manage");
    expect((await late.manageCredit(get(customer))).status).toBe(200);
  });
};

if (new Date() < LEGACY_ENDS) describe("the legacy address", describeLegacy);
else {
  test("the legacy address is gone, whatever is asked of it", async () => {
    for (const fields of [{}, { key: "wrong" }, get(await createCreditCustomer(shop, "4.00"))]) {
      const { status, body } = await shop.manageCredit(fields, { legacy: true });
      expect({ status, body }).toEqual({
        status: 410,
        body: { message: expect.stringContaining("/api/v1/store-credit/manage") },
      });
    }
  });
}
