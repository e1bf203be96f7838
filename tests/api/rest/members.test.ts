import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureCustomer, refreshCustomer } from "#app/domain/customers/store-customer.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// GET and PATCH /members (contract, sections 2.1, 4.1 and 7.1).

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ currency: "EUR" });
});

const list = async (query = "") => {
  const answer = await shop.core(`/members${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

/** The one member of a customer. */
async function memberOf(cid: number) {
  const { data } = await list();
  const mine = data.filter(({ customer_id }: { customer_id: string }) => customer_id === `${cid}`);
  expect(mine).toHaveLength(1);
  return mine[0];
}

async function give(cid: number, unit: "money" | "points", amountMinor: number, expiresAt?: Date) {
  const context = await shop.context();
  const customer = await ensureCustomer(context, cid);
  await postCredit(context, {
    customerId: customer?.id ?? 0n,
    unit,
    amountMinor,
    typeCode: CREDIT_TYPES.promotion,
    message: "A present",
    ...(expiresAt && { parts: [{ amountMinor, expiresAt }] }),
  });
}

const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.core(`/members/${id}`, { method: "PATCH", body, headers });

async function eventsOf(kind: string) {
  const { db, shop: row } = await shop.context();
  return db.prisma.event.findMany({ where: { shopId: row.id, kind }, orderBy: { id: "asc" } });
}

describe("a member", () => {
  test("is whoever has a membership, with their plan, dates, credit and points", async () => {
    const { cid, contractId } = await shop.createContract({ created_at: "2026-01-05T10:00:00Z" });
    await shop.createContract({ kind: "product" });
    await give(cid, "money", 1250);
    await give(cid, "points", 40);
    const member = await memberOf(cid);
    const subscription = (await shop.core(`/subscriptions?customer_id=${cid}`)).body.data[0];
    expect(subscription.platform_contract_id).toBe(String(contractId));
    expect(member).toMatchObject({
      id: expect.stringMatching(/^mem_\d+$/),
      platform_customer_gid: `gid://platform/Customer/${cid}`,
      email: subscription.email,
      status: "active",
      plan_id: subscription.plan_id,
      plan_name: subscription.plan_name,
      loyalty_points: 40,
      tier: null,
      store_credit_balance: "12.50",
      currency: "EUR",
      joined_at: "2026-01-05T10:00:00.000Z",
      paused_at: null,
      cancelled_at: null,
    });
    expect((await list()).meta.total).toBe(1);
    expect((await shop.core(`/members/${member.id}`)).body.data).toEqual(member);
    expect((await eventsOf("member.created")).length).toBe(1);
  });

  test("is in the best state of their memberships, and joined with the first", async () => {
    const first = await shop.createContract({ created_at: "2026-02-01T10:00:00Z" });
    const { cid } = first;
    await shop.createContract({ cid, created_at: "2026-04-01T10:00:00Z" });
    const [second, one] = (await shop.core(`/subscriptions?customer_id=${cid}`)).body.data;
    const act = async (id: string, what: string, body?: object) => {
      expect(
        (await shop.core(`/subscriptions/${id}/${what}`, { method: "POST", body })).status,
      ).toBe(200);
      return memberOf(cid);
    };
    expect(await act(second.id, "pause", { duration: 30 })).toMatchObject({ status: "active" });
    const paused = await act(one.id, "cancel");
    expect(paused).toMatchObject({
      status: "paused",
      joined_at: "2026-02-01T10:00:00.000Z",
      cancelled_at: null,
    });
    expect(paused.paused_at).not.toBeNull();
    const cancelled = await act(second.id, "cancel");
    expect(cancelled).toMatchObject({ status: "cancelled", paused_at: null });
    const { cancelled_at } = (await shop.core(`/subscriptions/${second.id}`)).body.data;
    expect(cancelled.cancelled_at).toBe(cancelled_at);
  });

  test("is in the right state when all memberships end at once", async () => {
    const { cid } = await shop.createContract();
    for (let at = 0; at < 5; at++) await shop.createContract({ cid });
    const { data } = (await shop.core(`/subscriptions?customer_id=${cid}`)).body;
    const cancel = ({ id }: { id: string }) =>
      shop.core(`/subscriptions/${id}/cancel`, { method: "POST" });
    for (const { status, body } of await Promise.all(data.map(cancel)))
      expect([status, body.error]).toEqual([200, undefined]);
    expect(await memberOf(cid)).toMatchObject({ status: "cancelled" });
  });

  test("has no credit that has expired, in the list as in the single record", async () => {
    const { cid } = await shop.createContract();
    const { clock } = await shop.context();
    await give(cid, "money", 700);
    await give(cid, "money", 300, new Date(clock.now().getTime() + 60_000));
    await give(cid, "points", 9, new Date(clock.now().getTime() + 60_000));
    expect((await shop.control("clock", { advance: "PT5M" })).status).toBe(200);
    expect(await memberOf(cid)).toMatchObject({ store_credit_balance: "7.00", loyalty_points: 0 });
  });
});

describe("the totals of the lists", () => {
  test("are those of a count, whatever became of subscriptions, several at once too", async () => {
    const { cid } = await shop.createContract();
    await shop.createContract({ cid, status: "paused" });
    await shop.createContract({ kind: "product" });
    for (let at = 0; at < 4; at++) await shop.createContract();
    const ids = (await shop.core("/subscriptions")).body.data.map(({ id }: { id: string }) => id);
    const act = (id: string, what: string, body?: object) =>
      shop.core(`/subscriptions/${id}/${what}`, { method: "POST", body });
    await Promise.all([
      ...ids.map((id: string, at: number) => act(id, "pause", { duration: at + 1 })),
      ...ids.slice(0, 3).map((id: string) => act(id, "cancel")),
    ]);
    await Promise.all(ids.slice(3).map((id: string) => act(id, "resume")));
    await shop.quiet();
    const { data } = (await shop.core("/subscriptions")).body;
    for (const of of ["subscriptions", "members"]) {
      for (const query of ["", "status=active", "status=paused", `plan_id=${data[0].plan_id}`]) {
        const { data: rows, meta } = (await shop.core(`/${of}?${query}`)).body;
        expect(meta.total, `${of} ${query}`).toBe(rows.length);
      }
    }
  });
});

describe("GET /members", () => {
  test("is narrowed by state, plan and e-mail, in pages", async () => {
    const contracts = [{}, { status: "paused" }, { status: "cancelled" }, {}];
    const cids: number[] = [];
    for (const contract of contracts) cids.push((await shop.createContract(contract)).cid);
    const cidsIn = ({ data }: { data: { customer_id: string }[] }) =>
      data.map(({ customer_id }) => Number(customer_id));
    const [one, two, three, four] = cids;
    expect(cidsIn(await list())).toEqual([four, three, two, one]);
    expect(cidsIn(await list("?status=active"))).toEqual([four, one]);
    expect(cidsIn(await list("?status=cancelled"))).toEqual([three]);
    const page = await list("?limit=1&offset=1&status=active");
    expect(cidsIn(page)).toEqual([one]);
    expect(page.meta).toEqual({ total: 2, limit: 1, offset: 1, has_more: false });
    const { email, plan_id } = await memberOf(two ?? 0);
    const byEmail = await list(`?${new URLSearchParams({ email: email.toUpperCase() })}`);
    expect(cidsIn(byEmail)).toEqual([two]);
    expect((await list(`?plan_id=${plan_id}`)).meta.total).toBe(4);
    for (const query of [
      "plan_id=plan_9999",
      "plan_id=9",
      "email=nobody@example.com",
      "email=%25",
    ]) {
      expect(await list(`?${query}`)).toMatchObject({ data: [], meta: { total: 0 } });
    }
  });

  test("is narrowed by customer and by when the store came to know them; a raw plus is a plus", async () => {
    const { body } = await shop.control("customers", { email: "jane+club@example.com" });
    const { cid: one } = await shop.createContract({ cid: body.cid });
    const { cid: two } = await shop.createContract();
    const of = async (query: string) =>
      (await list(`?${query}`)).data.map(({ customer_id }: { customer_id: string }) =>
        Number(customer_id),
      );
    expect(await of("email=jane+club@example.com")).toEqual([one]);
    expect(await of(`customer_id=${two}`)).toEqual([two]);
    expect(await of("customer_id=9")).toEqual([]);
    const { created_at: since } = await memberOf(two ?? 0);
    expect(await of(`created_after=${since}`)).toContain(two);
    expect(await of(`created_before=${since}`)).not.toContain(two);
    const later = since.replace("Z", "+00:00");
    expect(await of(`created_after=${later}`)).toEqual(await of(`created_after=${since}`));
  });

  test.each(["email=%00", "status=gone", "status=", "email=", "plan_id=", "limit=101", "offset=x"])(
    "%s is refused with 400, which names the parameter",
    async (query) => {
      const { status, body } = await shop.core(`/members?${query}`);
      expect(status).toBe(400);
      expect(body.error.code).toBe("invalid_request");
      expect(body.error.message).toContain(query.split("=")[0]);
    },
  );
});

describe("GET /members/{member_id}", () => {
  test("answers 404 for another store's member and for what is none", async () => {
    const { cid } = await shop.createContract();
    const { id } = await memberOf(cid);
    shop = await testApp.createShop();
    for (const path of [id, "mem_0", "mem_x", "sub_1", "mem_99999999999999999", cid]) {
      const { status, body } = await shop.core(`/members/${path}`);
      expect([status, body.error.code]).toEqual([404, "not_found"]);
    }
  });
});

describe("PATCH /members/{member_id}", () => {
  test("sets the points by an adjustment, so that the history adds up", async () => {
    const { cid } = await shop.createContract();
    await give(cid, "points", 120);
    const { id } = await memberOf(cid);
    expect((await change(id, { loyalty_points: 50 })).body.data).toMatchObject({
      loyalty_points: 50,
      store_credit_balance: "0.00",
    });
    expect((await change(id, { loyalty_points: 50 })).status).toBe(200);
    expect((await change(id, { loyalty_points: 75 })).body.data.loyalty_points).toBe(75);
    const { db, shop: row } = await shop.context();
    const entries = await db.prisma.creditEntry.findMany({
      where: { shopId: row.id, unit: "points" },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ amountMinor }) => Number(amountMinor))).toEqual([120, -70, 25]);
    expect(entries.at(-1)).toMatchObject({ typeCode: CREDIT_TYPES.adjustment });
  });

  test("many at once leave what one of them has set, and a history that adds up", async () => {
    const { cid } = await shop.createContract();
    const { id } = await memberOf(cid);
    const wanted = Array.from({ length: 16 }, (_, at) => at * 7);
    const answers = await Promise.all(
      wanted.map((points) => change(id, { loyalty_points: points })),
    );
    expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200));
    const { loyalty_points } = await memberOf(cid);
    expect(wanted).toContain(loyalty_points);
    const { db, shop: row } = await shop.context();
    const { _sum } = await db.prisma.creditEntry.aggregate({
      where: { shopId: row.id, unit: "points" },
      _sum: { amountMinor: true },
    });
    expect(Number(_sum.amountMinor ?? 0)).toBe(loyalty_points);
  });

  test("changes names on the platform, and keeps them when the platform tells of the change", async () => {
    const { cid } = await shop.createContract();
    const { id, last_name } = await memberOf(cid);
    const named = await change(id, { first_name: "  Ada\u202e\r\n\u0007 " });
    expect(named.body.data).toMatchObject({ first_name: "Ada", last_name });
    await shop.quiet();
    const { platform } = await shop.context();
    expect(await platform.getCustomer(cid)).toMatchObject({
      firstName: "Ada",
      lastName: last_name,
    });
    expect(await memberOf(cid)).toMatchObject({ first_name: "Ada", last_name });
    expect((await eventsOf("member.updated")).length).toBe(1);
  });

  test("keeps the address and the names that the platform hides from an app without approval", async () => {
    const { cid } = await shop.createContract();
    const { id, email, last_name } = await memberOf(cid);
    expect(email).not.toBeNull();
    expect((await shop.control("protected-data", { approved: ["customer_data"] })).status).toBe(
      200,
    );
    const named = await change(id, { first_name: "Ada" });
    expect(named.body.data).toMatchObject({ email, first_name: "Ada", last_name });
    await refreshCustomer(await shop.context(), cid);
    expect(await memberOf(cid)).toMatchObject({ email, first_name: "Ada", last_name });
  });

  test("a change that the platform refuses changes nothing, points neither", async () => {
    const { cid } = await shop.createContract();
    const { id, first_name } = await memberOf(cid);
    await shop.control("refuse-next", {
      operation: "customerUpdate",
      message: "First name is not allowed",
    });
    const { status, body } = await change(id, { first_name: "Eve", loyalty_points: 5 });
    expect([status, body.error.code]).toEqual([400, "invalid_request"]);
    expect(await memberOf(cid)).toMatchObject({ first_name, loyalty_points: 0 });
  });

  test("a repeated request with one key is answered once, and refused with another body", async () => {
    const { cid } = await shop.createContract();
    const { id } = await memberOf(cid);
    const headers = { "idempotency-key": randomUUID() };
    const first = await change(id, { loyalty_points: 10 }, headers);
    expect((await change(id, { loyalty_points: 30 })).status).toBe(200);
    const again = await change(id, { loyalty_points: 10 }, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await memberOf(cid)).loyalty_points).toBe(30);
    expect((await change(id, { loyalty_points: 11 }, headers)).status).toBe(400);
  });

  test.each([
    ["loyalty_points", -1],
    ["loyalty_points", 1.5],
    ["loyalty_points", "5"],
    ["loyalty_points", null],
    ["loyalty_points", 1e21],
    ["first_name", 7],
    ["first_name", "x".repeat(256)],
    ["status", "active"],
    ["email", "a@example.com"],
  ])("%s: %j is refused with 400, which names the field", async (name, value) => {
    const { cid } = await shop.createContract();
    const { id } = await memberOf(cid);
    const { status, body } = await change(id, { [name]: value });
    expect([status, body.error.code]).toEqual([400, "invalid_request"]);
    expect(body.error.message).toContain(name);
  });

  test.each([{}, [], "text", null])("the body %j is refused with 400", async (body) => {
    const { cid } = await shop.createContract();
    const { id } = await memberOf(cid);
    expect((await change(id, body)).status).toBe(400);
  });

  test("needs a key that may write", async () => {
    const { cid } = await shop.createContract();
    const { id } = await memberOf(cid);
    const { status } = await shop.core(`/members/${id}`, {
      method: "PATCH",
      body: { loyalty_points: 1 },
      key: "pk_live_nonsense",
    });
    expect(status).toBe(401);
  });
});
