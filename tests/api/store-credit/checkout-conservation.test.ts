import { afterAll, beforeAll, expect, test } from "vitest";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { howMany } from "#tests/support/how-many.ts";
import { fc } from "#tests/support/property.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Whatever a shopper, a merchant and a platform that repeats and shuffles its news do to credit at the
// checkout, in whatever order: nothing is made, nothing is lost. A failure prints the seed that repeats it.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "goods" });
  await shop.control("webhooks", { duplicate: 1, reorder: true });
});
afterAll(() => testApp.close());

const share = fc.integer({ min: 1, max: 100 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("give" as const), amount: fc.integer({ min: 1, max: 4000 }) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("hold" as const), share }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("order" as const),
      at: fc.nat(),
      pieces: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("refund" as const), at: fc.nat(), share }),
  },
  fc.record({ kind: fc.constant("cancel" as const), at: fc.nat(), refund: fc.boolean() }),
  fc.record({ kind: fc.constant("wait" as const) }),
);

test("credit given is credit there, held, spent or expired, after any steps of checkouts in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const shopper = await createCreditShopper(shop, [3000, 60]);
      const codes: string[] = [];
      const orders: { id: number; leftMinor: number }[] = [];
      let given = 3000;
      for (const next of steps) {
        const some = <T>(list: T[]) => ("at" in next ? list[next.at % list.length] : undefined);
        if (next.kind === "give") {
          await shopper.give([next.amount, null]);
          given += next.amount;
        }
        if (next.kind === "hold") {
          const [available] = await shopper.balance();
          const cents = Math.ceil((available * next.share) / 100);
          const { status, body } = await shopper.hold((Math.max(cents, 1) / 100).toFixed(2));
          expect([200, 422]).toContain(status);
          if (status === 200) codes.push(body.code);
        }
        if (next.kind === "order") {
          // Any code there ever was: live, released or used, let in by a checkout that began in time.
          const code = some(codes);
          const { status, body } = await shop.control("orders", {
            cid: shopper.cid,
            lines: [{ variant_id: 7502, quantity: next.pieces }],
            honors_codes: true,
            ...(code && { credit_code: code }),
          });
          expect(status, JSON.stringify(body)).toBe(200);
          orders.push({ id: body.order_id, leftMinor: Math.round(Number(body.total) * 100) });
        }
        const order = some(orders);
        if (next.kind === "refund" && order && order.leftMinor > 0) {
          const minor = Math.ceil((order.leftMinor * next.share) / 100);
          order.leftMinor -= minor;
          await shop.control(`orders/${order.id}/refund`, { amount: (minor / 100).toFixed(2) });
        }
        if (next.kind === "cancel" && order) {
          await shop.control(`orders/${order.id}/cancel`, { refund: next.refund });
          if (next.refund) order.leftMinor = 0;
        }
        if (next.kind === "wait") await shop.control("clock", { advance: "PT31M" });
        await shop.quiet();
        await agree(shopper.customerId, given);
      }
    }),
    { numRuns: howMany(10, 500) },
  );
});

async function agree(customerId: bigint, given: number): Promise<void> {
  const { db, shop: row } = await shop.context();
  const { rows } = await db.pool.query(
    `SELECT a.available_minor::int AS available, a.held_minor::int AS held, a.used_minor::int AS used,
       (SELECT coalesce(sum(amount_minor), 0)::int FROM credit_entries e WHERE e.shop_id = $1
         AND e.customer_id = $2 AND e.status IN (0, 1)) AS entries,
       (SELECT coalesce(sum(remaining_minor), 0)::int FROM credit_grants g WHERE g.shop_id = $1
         AND g.customer_id = $2) AS grants,
       h.live, h.captured, h.returned
     FROM credit_accounts a, (
       SELECT coalesce(sum(amount_minor) FILTER (WHERE state = 'live'), 0)::int AS live,
         coalesce(sum(captured_minor), 0)::int AS captured, coalesce(sum(returned_minor), 0)::int AS returned
       FROM credit_holds WHERE shop_id = $1 AND customer_id = $2) h
     WHERE a.shop_id = $1 AND a.customer_id = $2`,
    [String(row.id), String(customerId)],
  );
  const account = rows[0];
  expect(account.available).toBeGreaterThanOrEqual(0);
  expect(account.entries).toBe(account.available);
  expect(account.grants).toBe(account.available);
  expect(account.held).toBe(account.live);
  expect(account.used).toBe(account.captured - account.returned);
  expect(account.available + account.held + account.used).toBe(given);
}
