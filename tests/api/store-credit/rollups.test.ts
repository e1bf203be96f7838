import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAgeing } from "#app/domain/ledger/reports/read-credit-ageing.ts";
import { enqueueCreditRollups, rollUpCredit } from "#app/domain/ledger/roll-up-credit.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { settleHoldEntry } from "#tests/support/settle-hold-entry.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

async function openStore(timezone: string): Promise<ShopContext> {
  return (await testApp.createShop({ timezone })).context();
}

/** The summaries as they are, and as they would be if they were made from the ledger now. */
async function compare(context: ShopContext): Promise<{ kept: unknown; recomputed: unknown }> {
  const { rows } = await context.db.pool.query(
    `SELECT
       jsonb_build_object(
         'days', (SELECT jsonb_agg(jsonb_build_array(unit, day, type_code, given_minor, taken_minor, entries)
           ORDER BY unit, day, type_code) FROM credit_days WHERE shop_id = $1),
         'rankings', (SELECT jsonb_agg(jsonb_build_array(customer_id, available_minor, total_minor) ORDER BY customer_id)
           FROM credit_rankings WHERE shop_id = $1),
         'open', (SELECT jsonb_agg(jsonb_build_array(unit, day, open_minor) ORDER BY unit, day)
           FROM credit_expiry_days WHERE shop_id = $1 AND open_minor <> 0),
         'holders', (SELECT holders FROM credit_rollups WHERE shop_id = $1)) AS kept,
       jsonb_build_object(
         'days', (SELECT jsonb_agg(jsonb_build_array(unit, day, type_code, given, taken, entries)
           ORDER BY unit, day, type_code) FROM (
             SELECT unit, (created_at AT TIME ZONE $2)::date AS day, type_code, sum(greatest(amount_minor, 0)) AS given,
               sum(least(amount_minor, 0)) AS taken, count(*) AS entries
             FROM credit_entries WHERE shop_id = $1 AND status = 0 GROUP BY 1, 2, 3) day),
         'rankings', (SELECT jsonb_agg(jsonb_build_array(customer_id, available_minor, available_minor + held_minor)
           ORDER BY customer_id) FROM credit_accounts WHERE shop_id = $1 AND unit = 'money'),
         'open', (SELECT jsonb_agg(jsonb_build_array(unit, day, open) ORDER BY unit, day) FROM (
           SELECT unit, coalesce((expires_at AT TIME ZONE $2)::date, 'infinity') AS day,
             sum(amount_minor - coalesce((
               SELECT sum(a.amount_minor) FROM credit_allocations a
               JOIN credit_entries e ON e.shop_id = a.shop_id AND e.id = a.entry_id AND e.status = 0
               WHERE a.shop_id = $1 AND a.grant_id = g.id), 0)) AS open
           FROM credit_grants g WHERE shop_id = $1 GROUP BY 1, 2) day WHERE open <> 0),
         'holders', (SELECT count(*) FROM credit_accounts
           WHERE shop_id = $1 AND unit = 'money' AND available_minor + held_minor > 0)) AS recomputed`,
    [String(context.shop.id), context.shop.ianaTimezone],
  );
  return rows[0];
}

/** What each band of the ageing should show, added up from the grants themselves. */
async function addUpAges(context: ShopContext): Promise<number[]> {
  const { shop, db, clock } = context;
  const { rows } = await db.pool.query<{ band: number; amount: string }>(
    `SELECT CASE WHEN expires_at IS NULL THEN 4
       ELSE width_bucket((expires_at AT TIME ZONE $2)::date - ($3::timestamptz AT TIME ZONE $2)::date,
         ARRAY[8, 31, 91]) END AS band, sum(remaining_minor) AS amount
     FROM credit_grants WHERE shop_id = $1 AND unit = 'money' GROUP BY 1`,
    [String(shop.id), shop.ianaTimezone, clock.now()],
  );
  return [0, 1, 2, 3, 4].map((band) => Number(rows.find((row) => row.band === band)?.amount ?? 0));
}

test("the summaries are what a recomputation gives, whenever they are brought forward", async () => {
  const context = await openStore("Pacific/Chatham");
  const customers = await createCustomers(context, 5);
  const start = Date.parse("2031-04-04T10:00:00Z");
  for (let step = 0; step < 40; step += 1) {
    const customerId = customers[(step * 7) % customers.length] ?? 0n;
    const at = { ...context, clock: { now: () => new Date(start + step * 7 * 3_600_000) } };
    const amountMinor = step % 3 === 2 ? -150 : 100;
    const onHold = step % 9 === 8;
    const posting = await postCredit(at, {
      customerId,
      unit: step % 5 === 4 ? "points" : "money",
      amountMinor,
      typeCode: CREDIT_TYPES.adjustment,
      message: "Moved",
      onHold,
      ...(amountMinor > 0 && {
        parts: [
          { amountMinor: 70, expiresAt: new Date(start + (20 + step * 9) * 86_400_000) },
          { amountMinor: 30, expiresAt: null },
        ],
      }),
    });
    if (step % 4 === 0) await rollUpCredit(context);
    const ages = await readCreditAgeing(at, "money");
    expect(ages.map((age) => age.amountMinor)).toEqual(await addUpAges(at));
    if (onHold && posting.outcome === "posted") {
      const redemption = { usedMinor: 30, orderGid: "gid://x/Order/1", orderName: "#1" };
      const used = step % 2 === 0 ? redemption : null;
      await context.db.transaction((tx) =>
        settleHoldEntry(tx, at, { entryId: posting.entryId, customerId }, used),
      );
    }
  }
  await rollUpCredit(context);
  const { kept, recomputed } = await compare(context);
  expect(kept).toEqual(recomputed);
  await enqueueCreditRollups(testApp.app);
  const { rows } = await context.db.pool.query(
    "SELECT 1 FROM graphile_worker.jobs WHERE key LIKE $1",
    [`roll-up-credit/${context.shop.id}/%`],
  );
  expect(rows).toEqual([]);
});

test("a store that moves to another zone gets its days counted in that zone", async () => {
  const context = await openStore("Pacific/Honolulu");
  const [customerId = 0n] = await createCustomers(context, 1);
  await postCredit(context, {
    customerId,
    unit: "money",
    amountMinor: 500,
    typeCode: CREDIT_TYPES.adjustment,
    message: "Given",
  });
  await rollUpCredit(context);
  const moved = { ...context, shop: { ...context.shop, ianaTimezone: "Pacific/Kiritimati" } };
  await rollUpCredit(moved);
  const { kept, recomputed } = await compare(moved);
  expect(kept).toEqual(recomputed);
});
