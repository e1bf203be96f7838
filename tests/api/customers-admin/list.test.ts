import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { previewBulkAction } from "#app/domain/bulk-actions/preview-bulk-action.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import type { CustomerFilters } from "#app/domain/members/customers/customer-filters.ts";
import { CUSTOMER_SORTS, type CustomerSort } from "#app/domain/members/customers/customer-sorts.ts";
import { listCustomers } from "#app/domain/members/customers/list-customers.ts";
import { readListedCustomers } from "#app/domain/members/customers/read-listed-customers.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  context = await shop.context();
});

const list = async (filters: CustomerFilters = {}, sort: CustomerSort = "newest") =>
  (await listCustomers(context, filters, sort, null, 50)).ids;

const give = (customerId: bigint, unit: "money" | "points", amountMinor: number) =>
  postCredit(context, {
    customerId,
    unit,
    amountMinor,
    typeCode: CREDIT_TYPES.promotion,
    message: "A present",
    parts: [{ amountMinor, expiresAt: null }],
  });

/** Internal id of the customer of a new contract. */
async function subscriber(contract: Record<string, unknown> = {}) {
  const { contractId } = await shop.createContract({ price: "15.00", ...contract });
  const row = await context.db.prisma.subscription.findUniqueOrThrow({
    where: {
      shopId_platformContractId: {
        shopId: context.shop.id,
        platformContractId: BigInt(contractId),
      },
    },
  });
  return { id: row.customerId ?? 0n, subscriptionId: row.id };
}

describe("the list of customers", () => {
  test("finds by parts of name and address, and by the platform's number", async () => {
    const ids = await createCustomers(context, 12);
    expect(await list({ words: ["customer-12@"] })).toEqual([ids[11]]);
    expect(await list({ words: ["12", "TEST"] })).toEqual([ids[11]]);
    expect(await list({ number: 900000012n })).toEqual([ids[11]]);
    expect(await list({ number: 90000001n })).toEqual([]);
    expect(await list({ words: ["%"] })).toEqual([]);
    expect(await list({ words: ["nobody"] })).toEqual([]);
  });

  test("shows each customer once, page by page, in every order, and how many there are", async () => {
    const ids = await createCustomers(context, 7);
    for (const [at, id] of ids.entries()) await give(id, "money", 100 * (at % 3) + 100);
    for (const sort of CUSTOMER_SORTS.filter((one) => one !== "next")) {
      const seen: bigint[] = [];
      let place = null;
      do {
        const page = await listCustomers(context, {}, sort, place, 3);
        seen.push(...page.ids);
        place = page.next;
      } while (place);
      expect([...seen].sort(), sort).toEqual([...ids].sort());
      expect(seen, sort).toEqual(await list({}, sort));
      const few: bigint[] = [];
      place = null;
      do {
        const page = await listCustomers(context, { words: ["customer"] }, sort, place, 3);
        expect(page.total).toBe(7);
        few.push(...page.ids);
        place = page.next;
      } while (place);
      expect(few, sort).toEqual(seen);
    }
    expect((await listCustomers(context, {}, "newest", null, 50)).total).toBe(7);
  });

  test("is narrowed by subscription, membership, balance, tier and tag, and by several at once", async () => {
    const [rich = 0n, pointed = 0n, tiered = 0n, tagged = 0n] = await createCustomers(context, 4);
    const { id: active } = await subscriber();
    const { id: late, subscriptionId } = await subscriber();
    const { db, shop: row } = context;
    await give(rich, "money", 500);
    await give(pointed, "points", 50);
    await db.pool.query(
      "INSERT INTO loyalty_standings (shop_id, customer_id, tier_id, amount) VALUES ($1, $2, 2, 0)",
      [String(row.id), String(tiered)],
    );
    await db.pool.query(
      `INSERT INTO customer_tags (shop_id, customer_id, tag, state, updated_at)
       VALUES ($1, $2, 'VIP', 'held', now()), ($1, $3, 'VIP', 'adding', now())`,
      [String(row.id), String(tagged), String(rich)],
    );
    await db.pool.query(
      `INSERT INTO billing_cycles (shop_id, subscription_id, cycle_index, due_at, next_due_at, kept_day, kept_time,
         state, step, past_due_since, created_at, updated_at)
       VALUES ($1, $2, 900, now(), now(), 1, '00:00:00', 'past_due', 'retry', now(), now(), now())`,
      [String(row.id), String(subscriptionId)],
    );
    const sorted = (ids: bigint[]) => [...ids].sort((one, other) => (one < other ? -1 : 1));
    expect(sorted(await list({ subscribed: true }))).toEqual(sorted([active, late]));
    expect(await list({ pastDue: true })).toEqual([late]);
    expect(sorted(await list({ member: "any" }))).toEqual(sorted([active, late]));
    expect(await list({ member: "cancelled" })).toEqual([]);
    expect(await list({ credit: true })).toEqual([rich]);
    expect(await list({ points: true })).toEqual([pointed]);
    expect(await list({ tier: 2 })).toEqual([tiered]);
    expect(await list({ tag: "VIP" })).toEqual([tagged]);
    expect(await list({ member: "active", pastDue: true })).toEqual([late]);
    expect(await list({ credit: true, pastDue: true })).toEqual([]);
    expect(await list({ words: ["test"], credit: true })).toEqual([rich]);
  });

  test("by next charge has those who have one, each once, the soonest first", async () => {
    const { clock } = context;
    const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);
    await createCustomers(context, 1);
    const { id: later } = await subscriber({ next_billing_date: inDays(20) });
    const { id: sooner } = await subscriber({ next_billing_date: inDays(5) });
    await context.db.pool.query(
      "UPDATE subscriptions SET customer_id = $3 WHERE shop_id = $1 AND customer_id = $2",
      [String(context.shop.id), String(later), String(sooner)],
    );
    const { id: between } = await subscriber({ next_billing_date: inDays(10) });
    expect(await list({}, "next")).toEqual([sooner, between]);
    expect(await list({ subscribed: true }, "next")).toEqual([sooner, between]);
    const [first] = await readListedCustomers(context, [sooner]);
    expect(first?.activeSubscriptions).toBe(2);
    expect(first?.nextBillingAt?.getTime()).toBeLessThan(inDays(6).getTime());
  });

  test("never shows another store's customers, nor those who were merged into others", async () => {
    const [gone = 0n, kept = 0n] = await createCustomers(context, 2);
    const stranger = await (await testApp.createShop()).context();
    await createCustomers(stranger, 1);
    await context.db.pool.query(
      "UPDATE customers SET merged_into_id = $3, merged_at = now() WHERE shop_id = $1 AND id = $2",
      [String(context.shop.id), String(gone), String(kept)],
    );
    expect(await list()).toEqual([kept]);
    expect(await list({ words: ["customer"] })).toEqual([kept]);
  });
});

test("a bulk action for chosen customers means their subscriptions that can still change", async () => {
  const first = await subscriber();
  const second = await subscriber();
  const [without = 0n] = await createCustomers(context, 1);
  await context.db.pool.query(
    "UPDATE subscriptions SET status = 'cancelled' WHERE shop_id = $1 AND id = $2",
    [String(context.shop.id), String(second.subscriptionId)],
  );
  const ids = [first.id, second.id, without];
  const preview = await previewBulkAction(context, "pause", { list: "customers", ids });
  expect(preview).toMatchObject({ count: 1, fitting: 1 });
  await expect(
    previewBulkAction(context, "pause", { list: "customers", ids: [without] }),
  ).rejects.toMatchObject({ message: expect.stringContaining("None of these customers") });
});
