import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { LEDGER_CODES } from "#app/domain/ledger/ledger-codes.ts";
import { CREDIT_TYPES, type CreditMovement } from "#app/domain/ledger/movement.ts";
import { toJson } from "#app/domain/ledger/post-movement.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { fc } from "#tests/support/property.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// A batch posts plain movements as a set and the others one by one. Whatever a batch holds, its answers and what it
// leaves behind are those of the same movements posted one after another. A failure prints the seed.

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
  context = await (await testApp.createShop()).context();
});
afterAll(() => testApp.close());

const RUNS = Number(process.env.BATCH_RUNS ?? 60);
const START = Date.parse("2031-03-01T12:00:00Z");
const HOUR = 3_600_000;
const CUSTOMERS = 3;

const key = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
const step = fc.record({
  who: fc.nat({ max: CUSTOMERS - 1 }),
  amountMinor: fc
    .oneof(fc.integer({ min: -90, max: 100 }), fc.constantFrom(-9_999, Number.MAX_SAFE_INTEGER))
    .filter((amount) => amount !== 0),
  parts: fc.array(fc.option(fc.integer({ min: -1, max: 6 }), { nil: null }), {
    minLength: 1,
    maxLength: 3,
  }),
  isHold: fc.integer({ max: 5, min: 0 }).map((at) => at === 0),
  isReturn: fc.boolean(),
  unit: fc.constantFrom("money", "money", "points"),
  source: key,
  request: key,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The movement of a step for one of the two sides, whose keys differ only by the side's name. */
function toMovement(one: Step, customers: bigint[], at: number, side: string): CreditMovement {
  const { amountMinor } = one;
  const each = Math.floor(amountMinor / one.parts.length);
  const parts = one.parts.map((hours, place) => ({
    amountMinor: place === 0 ? amountMinor - each * (one.parts.length - 1) : each,
    expiresAt: hours === null ? null : new Date(at + hours * HOUR),
  }));
  const isSplit = amountMinor > one.parts.length;
  return {
    customerId: customers[one.who] ?? 0n,
    unit: one.unit as CreditMovement["unit"],
    amountMinor,
    typeCode: one.isReturn ? CREDIT_TYPES.redemptionReturned : CREDIT_TYPES.adjustment,
    message: "In a batch",
    ...(amountMinor > 0 && isSplit && { parts }),
    onHold: one.isHold && amountMinor < 0,
    ...(one.source && { sourceKey: `${side}:${one.source}` }),
    ...(one.request && {
      idempotency: { key: `${side}:${one.request}`, inputHash: `${amountMinor}` },
    }),
  };
}

async function post(movements: object[]): Promise<Record<string, unknown>[]> {
  const { rows } = await context.db.pool.query("SELECT post_credit($1, $2, $3) AS results", [
    String(context.shop.id),
    JSON.stringify(movements),
    LEDGER_CODES,
  ]);
  return rows[0].results;
}

/** What the sides' tables hold, without ids, which differ. */
async function readLedger(customers: bigint[]): Promise<unknown> {
  const tables = await Promise.all(
    customers.map((customer) =>
      context.db.pool.query(
        `SELECT
           (SELECT jsonb_agg(to_jsonb(a) - 'customer_id' ORDER BY unit) FROM credit_accounts a
            WHERE a.shop_id = $1 AND a.customer_id = $2) AS accounts,
           (SELECT jsonb_agg(to_jsonb(e) - '{id, customer_id, source_key}'::text[] ORDER BY id) FROM credit_entries e
            WHERE e.shop_id = $1 AND e.customer_id = $2) AS entries,
           (SELECT jsonb_agg(to_jsonb(g) - '{id, customer_id, entry_id}'::text[] ORDER BY id) FROM credit_grants g
            WHERE g.shop_id = $1 AND g.customer_id = $2) AS grants,
           (SELECT jsonb_agg(l.amount_minor ORDER BY e.id, g.expires_at, g.id) FROM credit_allocations l
            JOIN credit_entries e ON e.shop_id = $1 AND e.id = l.entry_id
            JOIN credit_grants g ON g.shop_id = $1 AND g.id = l.grant_id
            WHERE l.shop_id = $1 AND e.customer_id = $2) AS allocations,
           (SELECT jsonb_agg(jsonb_build_array(kind, message, created_at, details - 'entry_id') ORDER BY id)
            FROM activities v WHERE v.shop_id = $1 AND v.customer_id = $2) AS activities,
           (SELECT jsonb_agg(kind ORDER BY id) FROM events v
            WHERE v.shop_id = $1 AND data ->> 'customer_id' = $2::text) AS events`,
        [String(context.shop.id), String(customer)],
      ),
    ),
  );
  return tables.map(({ rows }) => rows[0]);
}

test("a batch does what its movements do one after another", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      async (batches) => {
        const together = await createCustomers(context, CUSTOMERS);
        const apart = await createCustomers(context, CUSTOMERS);
        const run = `${together[0]}`;
        let now = START;
        for (const batch of batches) {
          now += HOUR;
          const movementsOf = (customers: bigint[], side: string) =>
            batch.map((one, place) => {
              const at = now + place;
              const clock = { now: () => new Date(at) };
              return toJson({ ...context, clock }, toMovement(one, customers, at, `${run}${side}`));
            });
          const answers = await post(movementsOf(together, "t"));
          const expected = [];
          for (const movement of movementsOf(apart, "a"))
            expected.push(...(await post([movement])));
          const plain = (results: Record<string, unknown>[]) =>
            results.map(({ entry_id: _entry, grant_id: grant, ...rest }) => ({
              ...rest,
              hasGrant: typeof grant === "string",
            }));
          expect(plain(answers)).toEqual(plain(expected));
        }
        expect(await readLedger(together)).toEqual(await readLedger(apart));
      },
    ),
    { numRuns: RUNS },
  );
});

test("a batch of plain movements takes consecutive ids in the order of its movements", async () => {
  const customers = await createCustomers(context, 20);
  const movements = customers.map((customerId, place) =>
    toJson(context, {
      customerId,
      unit: "money",
      amountMinor: 100 + place,
      typeCode: CREDIT_TYPES.adjustment,
      message: "In order",
    }),
  );
  const ids = (await post(movements)).map(({ entry_id: id }) => Number(id));
  expect(ids).toEqual(ids.map((_, place) => (ids[0] ?? 0) + place));
  const { rows } = await context.db.pool.query(
    "SELECT g.id FROM credit_grants g WHERE shop_id = $1 AND entry_id = ANY ($2::bigint[]) ORDER BY entry_id",
    [String(context.shop.id), ids],
  );
  expect(rows).toHaveLength(20);
});
