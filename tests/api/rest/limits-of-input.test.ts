import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { ApiAnswer, TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise", timezone: "Pacific/Kiritimati" });
});
afterAll(() => testApp.close());

function messageOf({ status, body }: ApiAnswer, expected: number): string {
  expect(status, JSON.stringify(body)).toBe(expected);
  return body.error.message;
}

describe("a body", () => {
  /** A body of so many bytes that is right but for one unknown field. */
  const bodyOf = (bytes: number) => {
    const body = { amount: 1, reason: "Goodwill", note: "" };
    return { ...body, note: "x".repeat(bytes - JSON.stringify(body).length) };
  };

  test("is read up to 64 KiB, and refused beyond", async () => {
    const { cid } = await createCreditCustomer(shop);
    const add = (bytes: number) => shop.core(`/store-credits/${cid}/add`, { body: bodyOf(bytes) });
    expect(messageOf(await add(64 * 1024), 400)).toBe("note: This field is not known here.");
    expect(messageOf(await add(64 * 1024 + 1), 400)).toContain("64 KiB");
  });

  test("with values deeper within one another than any is refused", async () => {
    const { cid } = await createCreditCustomer(shop);
    const headers = { authorization: `Bearer ${shop.key}`, "content-type": "application/json" };
    for (const body of ["[".repeat(60_000), `${'{"a":'.repeat(33)}1${"}".repeat(33)}`]) {
      const url = `${testApp.url}/api/v1/store-credits/${cid}/add`;
      const answer = await fetch(url, { method: "POST", headers, body });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("within one another");
    }
  });

  test("with a long field name gets a short answer", async () => {
    const { cid } = await createCreditCustomer(shop);
    const answer = await shop.core(`/store-credits/${cid}/add`, {
      body: { amount: 1, reason: "Goodwill", ["n".repeat(60_000)]: 1 },
    });
    expect(messageOf(answer, 400).length).toBeLessThan(300);
  });
});

describe("a change without a body", () => {
  /** Byte by byte: programs that send requests add a length to those without a body, and curl does not. */
  async function post(path: string, headers: readonly string[]): Promise<string> {
    const { hostname, port } = new URL(testApp.url);
    const socket = connect(Number(port), hostname);
    const lines = [
      `POST /api/v1${path} HTTP/1.1`,
      ...["Host: localhost", "Connection: close", `Authorization: Bearer ${shop.key}`],
      ...headers,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    return (await text(socket)).split("\r\n")[0] ?? "";
  }

  test.each([
    ["nothing about one", []],
    ["a type alone", ["Content-Type: application/json"]],
    ["a length of nothing alone", ["Content-Length: 0"]],
  ])("is taken with %s in its headers", async (_, headers) => {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const { db, shop: store } = await shop.context();
    const { id } = await db.prisma.subscription.findFirstOrThrow({
      where: { shopId: store.id, platformContractId: BigInt(contractId) },
    });
    for (const change of ["resume", "cancel"]) {
      expect(await post(`/subscriptions/sub_${id}/${change}`, headers)).toBe("HTTP/1.1 200 OK");
    }
    expect(await post("/billing-attempts/bat_1/retry", headers)).toBe("HTTP/1.1 404 Not Found");
    expect(await post("/store-credits/1/add", headers)).toBe("HTTP/1.1 400 Bad Request");
  });
});

describe("a date", () => {
  const dates = ["9999-12-31", "2026-11-23T08:02Z", "2026-11-23T08:02:03.5%2B02:00", "0001-01-01"];
  const withRawPlus = [
    "2026-11-23T08:02:03.5+02:00",
    "2026-11-23T08:02+0200",
    "2026-11-23T08:02+02",
  ];
  const filters = [
    ...["created_after", "created_before"].map((name) => ["subscriptions", name] as const),
    ...["date_from", "date_to", "created_after", "created_before"].map(
      (name) => ["billing-attempts", name] as const,
    ),
    ...["created_after", "created_before"].map((name) => ["members", name] as const),
  ];

  test.each(filters)("of %s?%s may be any that ISO 8601 has", async (path, name) => {
    for (const date of [...dates, ...withRawPlus, "9999-12-31T23:59:59Z"]) {
      const { status, body } = await shop.core(`/${path}?${name}=${date}`);
      expect(status, `${date} ${JSON.stringify(body)}`).toBe(200);
    }
    for (const date of [
      "2026-02-30",
      "2026-11-23T08:02",
      "2026-11-23+08:00",
      "2026-11-23T25:00Z",
      "9999-12-31T",
      "",
    ]) {
      const answer = await shop.core(`/${path}?${name}=${date}`);
      expect(messageOf(answer, 400), date).toContain(`${name}: Must be a day (YYYY-MM-DD)`);
    }
    for (const date of ["0000-01-01", "0000-12-31", "0000-06-01T00:00:00Z"]) {
      const answer = await shop.core(`/${path}?${name}=${date}`);
      expect(messageOf(answer, 400), date).toBe(`${name}: Must be in the years 1 to 9999.`);
    }
  });

  test.each(["9999-12-31", "9999-12-31T23:59:59Z"])(
    "of credit's end may be %s, and is answered as it was sent",
    async (date) => {
      const { cid } = await createCreditCustomer(shop);
      const path = `/store-credits/${cid}`;
      const body = { amount: 1, reason: "Goodwill", expires_at: date };
      const added = await shop.core(`${path}/add`, { body });
      expect(added.status, JSON.stringify(added.body)).toBe(200);
      const end = date.includes("T") ? "9999-12-31T23:59:59.000Z" : "9999-12-31T09:59:59.999Z";
      expect(added.body.data).toMatchObject({
        next_expiry: { amount: "1.00", date: end },
        transaction: { expires_at: end },
      });
      expect((await shop.core(path)).body.data.next_expiry.date).toBe(end);
      expect((await shop.core(`${path}/history`)).body.data[0].expires_at).toBe(end);
      await shop.quiet();
    },
  );
});

test("an amount of credit is a number, and never a text", async () => {
  const { cid } = await createCreditCustomer(shop);
  for (const change of ["add", "deduct"]) {
    for (const amount of ["1", "1.50", "", true, null, [1]]) {
      const body = { amount, reason: "Goodwill" };
      const answer = await shop.core(`/store-credits/${cid}/${change}`, { body });
      expect(messageOf(answer, 400)).toBe(
        "amount: Must be a number, such as 12.5, and not a text.",
      );
    }
  }
  expect((await shop.core(`/store-credits/${cid}`)).body.data.balance).toBe("0.00");
});

describe("an error", () => {
  test.each([
    ["/members/mem_0", "There is no such member."],
    ["/members/sub_200", "There is no such member."],
    ["/members/mem_99999999", "There is no such member."],
    ["/subscriptions/mem_1", "There is no such subscription."],
    ["/subscriptions/sub_99999999", "There is no such subscription."],
    ["/store-credits/abc", "There is no such customer."],
    ["/store-credits/0/history", "There is no such customer."],
  ])("says what of %s does not exist", async (path, message) => {
    expect(messageOf(await shop.core(path), 404)).toBe(message);
  });

  test("says which billing attempt does not exist", async () => {
    for (const id of ["bat_0", "sub_1", "bat_99999999"]) {
      const answer = await shop.core(`/billing-attempts/${id}/retry`, { method: "POST" });
      expect(messageOf(answer, 404)).toBe("There is no such billing attempt.");
    }
  });

  test.each([
    ["members", "limit", "1"],
    ["members", "email", "a@example.com"],
    ["subscriptions", "status", "active"],
    ["subscriptions", "created_after", "2026-01-01"],
    ["billing-attempts", "subscription_id", "sub_1"],
    ["analytics/overview", "period", "7d"],
  ])("of %s says that %s may be given once", async (path, name, value) => {
    const answer = await shop.core(`/${path}?${name}=${value}&${name}=${value}`);
    expect(messageOf(answer, 400)).toBe(`${name}: May be given only once.`);
  });

  test("asks for a Bearer token when the key is missing or wrong, and only then", async () => {
    const statusAndChallenge = async (headers: Record<string, string>) => {
      const answer = await fetch(`${testApp.url}/api/v1/members`, { headers });
      return [answer.status, answer.headers.get("www-authenticate")?.split(" ")[0] ?? null];
    };
    expect(await statusAndChallenge({})).toEqual([401, "Bearer"]);
    expect(await statusAndChallenge({ authorization: "Basic eDp5" })).toEqual([401, "Bearer"]);
    expect(await statusAndChallenge({ authorization: "Bearer pk_live_x" })).toEqual([
      401,
      "Bearer",
    ]);
    expect(await statusAndChallenge({ authorization: `Bearer ${shop.key}` })).toEqual([200, null]);
    const key = await shop.createKey(["data:read"]);
    expect(await statusAndChallenge({ authorization: `Bearer ${key}` })).toEqual([403, null]);
  });
});
