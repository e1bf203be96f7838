import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { confirmCreditFile } from "#app/domain/store-credit/files/confirm-credit-file.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { ApiAnswer, TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise", timezone: "Pacific/Kiritimati" });
  // What is granted here is about shapes, not about limits.
  await testApp.app.db.prisma.$executeRaw`DELETE FROM rate_limit_windows`;
});
afterAll(() => testApp.close());

const add = (cid: number, body: Record<string, unknown>, headers = {}) =>
  shop.core(`/store-credits/${cid}/add`, { body: { reason: "Goodwill", ...body }, headers });
const deduct = (cid: number, body: Record<string, unknown>, headers = {}) =>
  shop.core(`/store-credits/${cid}/deduct`, { body: { reason: "Correction", ...body }, headers });

function refusedFor(answer: ApiAnswer, name: string): void {
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_request", message: expect.stringContaining(name) } },
  });
}

describe("a customer's credit", () => {
  test("is all zero for one who never had any, and found by number and by gid", async () => {
    const { cid, email } = await createCreditCustomer(shop);
    const { status, body } = await shop.core(`/store-credits/${cid}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        customer_id: String(cid),
        platform_customer_gid: `gid://platform/Customer/${cid}`,
        email,
        currency: "EUR",
        balance: "0.00",
        in_use_at_checkout: "0.00",
        lifetime_issued: "0.00",
        lifetime_used: "0.00",
        next_expiry: null,
        updated_at: expect.stringMatching(/Z$/),
      },
      meta: { total: 1, limit: 1, offset: 0, has_more: false },
    });
    const gid = encodeURIComponent(`gid://platform/Customer/${cid}`);
    expect((await shop.core(`/store-credits/${gid}`)).body.data.email).toBe(email);
  });

  test.each(["0", "x", "-1", "1.5", "mem_1", "999999999999", "99999999999999999999"])(
    "of %s does not exist",
    async (id) => {
      for (const path of ["", "/history"]) {
        expect(await shop.core(`/store-credits/${id}${path}`)).toMatchObject({
          status: 404,
          body: { error: { code: "not_found" } },
        });
      }
    },
  );
});

describe("adding", () => {
  test("answers the record with its transaction, and the next expiry at the day's last instant in the store's zone", async () => {
    const { cid } = await createCreditCustomer(shop);
    const { status, body } = await add(cid, { amount: 12.5, expires_at: "2031-02-01" });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      balance: "12.50",
      lifetime_issued: "12.50",
      next_expiry: { amount: "12.50", date: "2031-02-01T09:59:59.999Z" },
      transaction: {
        id: expect.stringMatching(/^crt_\d+$/),
        type: "manual_admin_adjustment",
        type_code: 4,
        status: "posted",
        unit: "money",
        amount: "12.50",
        balance_after: "12.50",
        message: "Goodwill",
        reason: "Goodwill",
        order_gid: null,
        order_name: null,
        expires_at: "2031-02-01T09:59:59.999Z",
        created_at: expect.stringMatching(/Z$/),
      },
    });
  });

  test.each([
    ["amount", { amount: 0 }],
    ["amount", { amount: -1 }],
    ["amount", { amount: 1.005 }],
    ["amount", { amount: 1_000_000 }],
    ["amount", { amount: null }],
    ["amount", { amount: 1e-7 }],
    ["amount", { amount: [1] }],
    ["amount", {}],
    ["reason", { amount: 1, reason: "" }],
    ["reason", { amount: 1, reason: "  " }],
    ["reason", { amount: 1, reason: "\u0007\u202e\u200b" }],
    ["reason", { amount: 1, reason: "x".repeat(501) }],
    ["reason", { amount: 1, reason: null }],
    ["expires_at", { amount: 1, expires_at: "2031-02-30" }],
    ["expires_at", { amount: 1, expires_at: "2001-01-01" }],
    ["expires_at", { amount: 1, expires_at: "tomorrow" }],
    ["expires_at", { amount: 1, expires_at: 5 }],
    ["note", { amount: 1, note: "unknown" }],
  ])("refuses a wrong %s: %j", async (name, body) => {
    const { cid } = await createCreditCustomer(shop);
    refusedFor(await add(cid, body), name);
    expect((await shop.core(`/store-credits/${cid}`)).body.data.balance).toBe("0.00");
  });

  test("for a day takes today, which is not over, and a day of a file ends as late", async () => {
    const { cid } = await createCreditCustomer(shop);
    const context = await shop.context();
    const { clock, shop: row } = context;
    const dayOf = (days: number) =>
      formatDate(addDays(clock.now(), days, row.ianaTimezone), row.ianaTimezone);
    const today = await add(cid, { amount: 1, expires_at: dayOf(0) });
    expect(today.status).toBe(200);
    refusedFor(await add(cid, { amount: 1, expires_at: dayOf(-1) }), "expires_at");
    const bytes = new TextEncoder().encode(
      `customer,amount,type,reason,expires\n${cid},2,manual admin adjustment,Same day,${dayOf(0)}\n`,
    );
    const file = await uploadCreditFile(context, { name: "day.csv", bytes });
    if (file.outcome !== "checked") throw new Error(file.message);
    const { fileId } = file;
    await confirmCreditFile(context, { fileId, total: "2", leaveOut: false });
    await shop.quiet();
    const grants = await context.db.prisma.creditGrant.findMany({
      where: { shopId: row.id, customer: { platformCustomerId: cid } },
    });
    const end = today.body.data.transaction.expires_at;
    expect(grants.map(({ expiresAt }) => expiresAt?.toISOString())).toEqual([end, end]);
  });

  test("an Idempotency-Key replays the answer also when the credit has expired since", async () => {
    const { cid } = await createCreditCustomer(shop);
    const now = (await shop.context()).clock.now().getTime();
    const body = { amount: 5, expires_at: new Date(now + 3_600_000).toISOString() };
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await add(cid, body, headers);
    expect(first.status).toBe(200);
    await shop.control("clock", { advance: "PT2H" });
    const again = await add(cid, body, headers);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    refusedFor(await add(cid, body), "expires_at");
    refusedFor(await add(cid, { ...body, amount: 6 }, headers), "Idempotency-Key");
    refusedFor(await add(cid, body, { "idempotency-key": crypto.randomUUID() }), "expires_at");
  });

  test("an Idempotency-Key replays the very same answer, is bound to its request, and may be long", async () => {
    const { cid } = await createCreditCustomer(shop);
    const headers = { "idempotency-key": "k".repeat(255) };
    const first = await add(cid, { amount: 5 }, headers);
    await add(cid, { amount: 1 });
    const again = await add(cid, { amount: 5 }, headers);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    refusedFor(await add(cid, { amount: 6 }, headers), "Idempotency-Key");
    refusedFor(await deduct(cid, { amount: 5, reason: "Goodwill" }, headers), "Idempotency-Key");
    refusedFor(
      await add(cid, { amount: 5 }, { "idempotency-key": "k".repeat(256) }),
      "Idempotency-Key",
    );
    expect((await shop.core(`/store-credits/${cid}`)).body.data.balance).toBe("6.00");
  });
});

describe("deducting", () => {
  test("takes no more than there is, soonest-expiring first, and nothing of nothing", async () => {
    const { cid } = await createCreditCustomer(shop);
    await add(cid, { amount: 5 });
    await add(cid, { amount: 3, expires_at: "2031-02-01T00:00:00Z" });
    const part = await deduct(cid, { amount: 2 });
    expect(part.body.data).toMatchObject({
      balance: "6.00",
      next_expiry: { amount: "1.00" },
      transaction: { amount: "-2.00", balance_after: "6.00" },
    });
    const rest = await deduct(cid, { amount: 100 });
    expect(rest.body.data).toMatchObject({ balance: "0.00", transaction: { amount: "-6.00" } });
    refusedFor(await deduct(cid, { amount: 1 }), "balance is 0");
    refusedFor(await deduct(cid, { amount: 1, expires_at: "2031-02-01" }), "expires_at");
  });
});

describe("what has expired", () => {
  test("is gone from balance and history at once, at the instant at which it ended", async () => {
    const { id, cid } = await createCreditCustomer(shop);
    await add(cid, { amount: 1 });
    const context = await shop.context();
    const expiresAt = new Date(Date.now() - 40_000);
    // As it is when time has passed and the job that writes it down is late.
    await postCredit(
      { ...context, clock: { now: () => new Date(expiresAt.getTime() - 60_000) } },
      {
        customerId: id,
        unit: "money",
        amountMinor: 500,
        typeCode: CREDIT_TYPES.promotion,
        message: "Short-lived",
        parts: [{ amountMinor: 500, expiresAt }],
      },
    );
    await context.db.prisma.creditAccount.updateMany({
      where: { shopId: context.shop.id, customerId: id },
      data: { updatedAt: new Date(expiresAt.getTime() - 60_000) },
    });
    const { body } = await shop.core(`/store-credits/${cid}`);
    expect(body.data).toMatchObject({ balance: "1.00", next_expiry: null });
    const [newest] = (await shop.core(`/store-credits/${cid}/history`)).body.data;
    expect(newest).toMatchObject({
      type: "expired",
      amount: "-5.00",
      balance_after: "1.00",
      created_at: expiresAt.toISOString(),
    });
  });
});

describe("the history", () => {
  test("is newest first, paged, and each balance is the sum up to it", async () => {
    const { cid } = await createCreditCustomer(shop);
    for (const amount of [1, 2, 3, 4]) await add(cid, { amount });
    await deduct(cid, { amount: 5 });
    const path = `/store-credits/${cid}/history`;
    const first = await shop.core(`${path}?limit=2`);
    expect(first.body.meta).toEqual({ total: 5, limit: 2, offset: 0, has_more: true });
    expect(first.body.data.map((entry: { amount: string }) => entry.amount)).toEqual([
      "-5.00",
      "4.00",
    ]);
    const all = (await shop.core(path)).body;
    expect(all.meta).toEqual({ total: 5, limit: 50, offset: 0, has_more: false });
    expect(all.data.map((entry: { balance_after: string }) => entry.balance_after)).toEqual([
      "5.00",
      "10.00",
      "6.00",
      "3.00",
      "1.00",
    ]);
    const past = (await shop.core(`${path}?offset=9&unknown=1`)).body;
    expect(past).toEqual({ data: [], meta: { total: 5, limit: 50, offset: 9, has_more: false } });
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=",
    "limit=1&limit=2",
    "offset=-1",
    "offset=1.5",
  ])("refuses %s", async (query) => {
    const { cid } = await createCreditCustomer(shop);
    refusedFor(
      await shop.core(`/store-credits/${cid}/history?${query}`),
      query.split("=")[0] ?? "",
    );
  });
});
