import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { readCreditBalanceAt } from "#tests/support/credit-balance-at.ts";
import { howMany } from "#tests/support/how-many.ts";
import { LedgerModel } from "#tests/support/ledger-model.ts";
import { fc } from "#tests/support/property.ts";
import { raiseHoldEntry } from "#tests/support/raise-hold-entry.ts";
import { settleHoldEntry } from "#tests/support/settle-hold-entry.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Whatever happens to an account, in whatever order, the ledger and a few lines of arithmetic agree, and
// nothing is made or lost.

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
  context = await (await testApp.createShop()).context();
});
afterAll(() => testApp.close());

const RUNS = howMany(200, 5000);
// In the future, so the running worker does not process it.
const START = Date.parse("2031-03-01T12:00:00Z");
const HOUR = 3_600_000;
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 5_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 99_999_999) },
);
const step = fc.oneof(
  fc.record({
    kind: fc.constant("give" as const),
    amount,
    hours: fc.option(fc.integer({ min: 1, max: 72 }), { nil: null }),
  }),
  fc.record({ kind: fc.constant("take" as const), amount }),
  fc.record({ kind: fc.constant("hold" as const), amount }),
  fc.record({ kind: fc.constant("raise" as const), at: fc.nat(), amount }),
  fc.record({ kind: fc.constant("settle" as const), at: fc.nat(), share: fc.nat({ max: 100 }) }),
  fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 48 }) }),
  fc.record({ kind: fc.constant("expire" as const) }),
);

test("every balance is the sum of its entries and what the arithmetic says, after any steps", {
  meta: { slow: "many random histories" },
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const [customerId = 0n] = await createCustomers(context, 1);
      const model = new LedgerModel();
      model.now = START;
      const at: ShopContext = { ...context, clock: { now: () => new Date(model.now) } };
      const holds: bigint[] = [];
      const movement = { customerId, unit: "money", typeCode: CREDIT_TYPES.adjustment } as const;
      for (const next of steps) {
        model.now += 1000;
        if (next.kind === "give") {
          const expiresAt = next.hours === null ? null : new Date(model.now + next.hours * HOUR);
          const amountMinor = next.amount;
          const parts = [{ amountMinor, expiresAt }];
          await postCredit(at, { ...movement, amountMinor, parts, message: "Given" });
          model.give(amountMinor, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
        }
        if (next.kind === "take") {
          const posting = await postCredit(at, {
            ...movement,
            amountMinor: -next.amount,
            message: "Taken",
          });
          const taken = model.take(next.amount);
          expect(posting).toMatchObject(
            taken === 0 ? { outcome: "nothing" } : { outcome: "posted", amountMinor: -taken },
          );
        }
        if (next.kind === "hold") {
          const posting = await postCredit(at, {
            ...movement,
            typeCode: CREDIT_TYPES.redemption,
            amountMinor: -next.amount,
            onHold: true,
            message: "Held",
          });
          const held = model.hold(next.amount);
          if (posting.outcome === "posted") holds.push(posting.entryId);
          expect(posting.outcome).toBe(held === 0 ? "nothing" : "posted");
        }
        if (next.kind === "raise" && holds.length > 0) {
          const place = next.at % holds.length;
          const entryId = holds[place] ?? 0n;
          await raiseHoldEntry(at, { entryId, customerId }, model.heldBy(place) + next.amount);
          model.raise(place, next.amount);
        }
        if (next.kind === "settle" && holds.length > 0) {
          const place = next.at % holds.length;
          const [entryId = 0n] = holds.splice(place, 1);
          const entry = await context.db.prisma.creditEntry.findUniqueOrThrow({
            where: { shopId_id: { shopId: context.shop.id, id: entryId } },
          });
          const usedMinor = Math.floor((-Number(entry.amountMinor) * next.share) / 100);
          const redemption = { usedMinor, orderGid: "gid://platform/Order/1", orderName: "#1" };
          const settle = () =>
            context.db.transaction((tx) =>
              settleHoldEntry(tx, at, { entryId, customerId }, redemption),
            );
          expect(await settle()).toBe(usedMinor);
          expect(await settle(), "a hold ends once").toBeNull();
          model.settle(place, usedMinor);
        }
        if (next.kind === "wait") model.now += next.hours * HOUR;
        if (next.kind === "expire") {
          await expireCredit(at);
          model.expire();
        }
        await agree(at, customerId, model);
      }
    }),
    { numRuns: RUNS },
  );
});

async function agree(at: ShopContext, customerId: bigint, model: LedgerModel): Promise<void> {
  // Who reads an account writes down what has expired on it.
  const { availableMinor, heldMinor } = await readCreditAccount(at, customerId);
  model.expire();
  expect({ availableMinor, heldMinor }).toEqual({
    availableMinor: model.available,
    heldMinor: model.held,
  });
  const sums = await context.db.pool.query(
    `SELECT coalesce(a.available_minor, 0)::float AS stored,
       coalesce((SELECT sum(amount_minor) FROM credit_entries e WHERE e.shop_id = $1 AND e.customer_id = $2
         AND e.status IN (0, 1)), 0)::float AS entries,
       coalesce((SELECT sum(remaining_minor) FROM credit_grants g WHERE g.shop_id = $1
         AND g.customer_id = $2), 0)::float AS grants,
       coalesce(a.entry_count, 0)::int - (SELECT count(*) FROM credit_entries e WHERE e.shop_id = $1
         AND e.customer_id = $2 AND e.status IN (0, 1))::int AS uncounted,
       (SELECT count(*) FROM (
          SELECT total_after_minor, coalesce(sum(amount_minor) FILTER (WHERE status = 0) OVER (ORDER BY id), 0) AS total
          FROM credit_entries WHERE shop_id = $1 AND customer_id = $2) running
        WHERE total_after_minor <> total)::int AS wrong_totals,
       (SELECT count(*) FROM credit_allocations l JOIN credit_entries e USING (shop_id)
         WHERE shop_id = $1 AND e.id = l.entry_id AND e.customer_id = $2
         GROUP BY e.id HAVING sum(l.amount_minor) <> -max(e.amount_minor) LIMIT 1)::int AS unexplained
     FROM (SELECT 1) one LEFT JOIN credit_accounts a ON a.shop_id = $1 AND a.customer_id = $2`,
    [String(context.shop.id), String(customerId)],
  );
  const stored = model.available;
  expect(sums.rows[0]).toMatchObject({
    stored,
    entries: stored,
    grants: stored,
    unexplained: null,
  });
  expect(sums.rows[0]).toMatchObject({ uncounted: 0, wrong_totals: 0 });
  expect(model.held + model.available + model.spent + model.expired).toBe(model.granted);
  const now = await readCreditBalanceAt(at, customerId, "money", at.clock.now());
  expect(now).toEqual({ availableMinor: stored, heldMinor });
}
