import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CreditCustomer, createCreditCustomer } from "#tests/support/credit-customer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { ApiAnswer, TestShop } from "#tests/support/test-shop.ts";

// A request that comes again with its Idempotency-Key is answered as the first one was, to the letter.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise" });
});
afterAll(() => testApp.close());

/** What a caller sends, of which everything names the customer in its answer. */
type Request = (owner: CreditCustomer, key: string) => Promise<ApiAnswer>;

const core =
  (path: (owner: CreditCustomer) => Promise<string>, method: string, body: object): Request =>
  async (owner, key) =>
    shop.core(await path(owner), { method, body, headers: { "idempotency-key": key } });

const manage =
  (legacy: boolean): Request =>
  ({ cid, email }, key) =>
    shop.manageCredit(
      {
        ...{ cid, email, action: "update", update_value: 2, update_reason: "Goodwill" },
        update_type: "manual admin adjustment",
      },
      { legacy, headers: { "idempotency-key": key } },
    );

const creditOf = (step: string) => async (owner: CreditCustomer) =>
  `/store-credits/${owner.cid}/${step}`;

async function firstOf(list: string, cid: number): Promise<string> {
  const { body } = await shop.core(`/${list}?customer_id=${cid}`);
  return `/${list}/${body.data[0].id}`;
}

const requests: Record<string, Request> = {
  "adds credit": core(creditOf("add"), "POST", { amount: 5, reason: "Goodwill" }),
  "deducts credit": core(creditOf("deduct"), "POST", { amount: 1, reason: "Too much" }),
  "manages credit": manage(false),
  "manages credit at the former address": manage(true),
  "pauses a subscription": core(
    async ({ cid }) => `${await firstOf("subscriptions", cid)}/pause`,
    "POST",
    { duration: 3 },
  ),
  "changes a member": core(({ cid }) => firstOf("members", cid), "PATCH", { loyalty_points: 77 }),
};

const rename = async ({ id }: CreditCustomer) => {
  const { db, shop: row } = await shop.context();
  const email = `${randomUUID()}@example.com`;
  await db.prisma.customer.update({
    where: { shopId_id: { shopId: row.id, id } },
    data: { email, firstName: "Renamed" },
  });
  return email;
};

describe("a request that comes again", () => {
  test.each(Object.keys(requests))(
    "and %s is answered letter by letter as before, whatever has changed since",
    async (name) => {
      const send = requests[name] as Request;
      const owner = await createCreditCustomer(shop, "10.00");
      const key = randomUUID();
      const first = await send(owner, key);
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      expect(first.headers.get("idempotent-replayed")).toBeNull();

      await rename(owner);
      await shop.core(`/store-credits/${owner.cid}/deduct`, {
        body: { amount: 3, reason: "Something else" },
      });
      const again = await send(owner, key);
      expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
      expect(again.status).toBe(200);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
    },
  );

  test("with the key alone, and another address, is another request", async () => {
    const owner = await createCreditCustomer(shop, "10.00");
    const key = randomUUID();
    expect((await manage(false)(owner, key)).status).toBe(200);
    const stranger = { ...owner, email: "somebody@example.com" };
    expect((await manage(false)(stranger, key)).status).toBe(404);
    const email = await rename(owner);
    expect((await manage(false)({ ...owner, email }, key)).status).toBe(400);
  });

  test("after the first answer was lost has the same effect told, and keeps that answer", async () => {
    const owner = await createCreditCustomer(shop, "10.00");
    const { db, shop: row } = await shop.context();
    const key = randomUUID();
    const send = requests["adds credit"] as Request;
    const first = await send(owner, key);
    // As after a crash between the movement and its answer.
    await db.prisma.idempotencyKey.updateMany({
      where: { shopId: row.id, key },
      data: { answer: null },
    });
    const told = await send(owner, key);
    expect(told.body).toEqual(first.body);
    await rename(owner);
    expect((await send(owner, key)).body).toEqual(first.body);
    const { body } = await shop.core(`/store-credits/${owner.cid}`);
    expect(body.data.balance).toBe("15.00");
  });
});
