import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { howMany } from "#tests/support/how-many.ts";
import { settleHoldEntry } from "#tests/support/settle-hold-entry.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Sixty-four at once give exactly what one after another gives.

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise" });
  context = await shop.context();
});
afterAll(() => testApp.close());

const AT_ONCE = 64;
const atOnce = <T>(work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)));
const movement = (customerId: bigint, amountMinor: number) =>
  ({
    customerId,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.adjustment,
    message: "Race",
  }) as const;

async function sumOfEntries(): Promise<{ wrong: number; accounts: number }> {
  const { rows } = await context.db.pool.query(
    `SELECT count(*)::int AS accounts, count(*) FILTER (WHERE a.available_minor IS DISTINCT FROM e.sum)::int AS wrong
     FROM credit_accounts a LEFT JOIN (
       SELECT customer_id, sum(amount_minor) FROM credit_entries WHERE shop_id = $1 AND status IN (0, 1)
       GROUP BY customer_id) e USING (customer_id)
     WHERE a.shop_id = $1`,
    [String(context.shop.id)],
  );
  return rows[0];
}

describe("sixty-four at once", () => {
  test("deductions over HTTP take a balance down to nothing and no further", async () => {
    const customer = await createCreditCustomer(shop, "30.00");
    const answers = await atOnce(() =>
      shop.manageCredit({
        cid: customer.cid,
        email: customer.email,
        action: "update",
        update_value: -1,
        update_type: "manual admin adjustment",
        update_reason: "Race",
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 400)).toHaveLength(34);
    expect((await readCreditAccount(context, customer.id)).availableMinor).toBe(0);
    const left = answers.filter(({ status }) => status === 200);
    expect(left.map(({ body }) => body.store_credit_balance).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, at) => at),
    );
  });

  test("requests with one Idempotency-Key post once and all answer alike", async () => {
    const { id, cid } = await createCreditCustomer(shop);
    const answers = await atOnce(() =>
      shop.core(`/store-credits/${cid}/add`, {
        body: { amount: 5, reason: "Once" },
        headers: { "idempotency-key": "one-for-all" },
      }),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.get("idempotent-replayed"))).toHaveLength(1);
    expect((await readCreditAccount(context, id)).availableMinor).toBe(500);
  });

  test("movements with one source are made once", async () => {
    const [customerId = 0n] = await createCustomers(context, 1);
    const postings = await atOnce(() =>
      postCredit(context, { ...movement(customerId, 700), sourceKey: "refund:1" }),
    );
    expect(postings.filter(({ outcome }) => outcome === "posted")).toHaveLength(1);
    expect(postings.filter(({ outcome }) => outcome === "repeated")).toHaveLength(63);
  });

  test("settlements of one hold end it once, captured or released", async () => {
    const [customerId = 0n] = await createCustomers(context, 1);
    await postCredit(context, movement(customerId, 1000));
    const held = await postCredit(context, { ...movement(customerId, -800), onHold: true });
    if (held.outcome !== "posted") throw new Error(held.outcome);
    const redemption = { usedMinor: 300, orderGid: "gid://platform/Order/7", orderName: "#7" };
    const settled = await atOnce((at) =>
      context.db.transaction((tx) =>
        settleHoldEntry(
          tx,
          context,
          { entryId: held.entryId, customerId },
          at % 2 === 0 ? redemption : null,
        ),
      ),
    );
    const [used] = settled.filter((one) => one !== null);
    expect(settled.filter((one) => one !== null)).toHaveLength(1);
    expect(await readCreditAccount(context, customerId)).toMatchObject({
      availableMinor: 1000 - (used ?? 0),
      heldMinor: 0,
      usedMinor: used,
    });
  });

  test("first-ever writes of many customers, from two processes' worth of pools, keep every sum", async () => {
    const customers = await createCustomers(context, howMany(1000, 10_000));
    const other = createAppContext(testApp.environment, "race");
    const contexts = [context, { ...context, db: other.db }];
    let next = 0;
    await atOnce(async (at) => {
      for (;;) {
        const place = next;
        next += 1;
        if (place >= customers.length * 2) return;
        const customerId = customers[place % customers.length] ?? 0n;
        const under = contexts[at % 2] ?? context;
        await postCredit(under, movement(customerId, place % 3 === 2 ? -50 : 100));
      }
    });
    await other.close();
    const { wrong, accounts } = await sumOfEntries();
    expect(wrong).toBe(0);
    expect(accounts).toBeGreaterThanOrEqual(customers.length);
  });

  test("expiry, spending and holding together lose nothing and block nobody", async () => {
    const [customerId = 0n] = await createCustomers(context, 1);
    const now = context.clock.now().getTime();
    const later = { ...context, clock: { now: () => new Date(now + 3_600_000) } };
    await atOnce((at) =>
      postCredit(context, {
        ...movement(customerId, 10),
        parts: [{ amountMinor: 10, expiresAt: new Date(now + (at + 1) * 60_000) }],
      }),
    );
    await Promise.all([
      ...Array.from({ length: 8 }, () => expireCredit(later)),
      atOnce(() => postCredit(later, { ...movement(customerId, -3), onHold: true })),
    ]);
    expect(await readCreditAccount(later, customerId)).toMatchObject({
      availableMinor: 0,
      heldMinor: 40,
    });
    expect((await sumOfEntries()).wrong).toBe(0);
  });
});

describe("one movement that fails", () => {
  test("takes none of those with it that arrived together with it", async () => {
    const [customerId = 0n] = await createCustomers(context, 1);
    const results = await Promise.allSettled(
      [customerId, 999_999_999n, customerId].map((id) => postCredit(context, movement(id, 100))),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await readCreditAccount(context, customerId)).availableMinor).toBe(200);
  });
});
