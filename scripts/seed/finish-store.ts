import type pg from "pg";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { LEDGER_CODES } from "#app/domain/ledger/ledger-codes.ts";
import { forfeitCreditTask } from "#app/domain/ledger/ledger-tasks.ts";
import { rollUpCredit } from "#app/domain/ledger/roll-up-credit.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { machineClock } from "#app/lib/clock.ts";
import type { Database } from "#app/lib/db.ts";
import type { SeedProgress } from "./seed-progress.ts";
import type { SeedStore } from "./store-frame.ts";

/** SQL that counts what a list shows, by what it can be filtered by. */
export const LIST_TOTALS = [
  ["members", "coalesce(plan_id, 0)", "''"],
  ["subscriptions", "coalesce(plan_id, 0)", "kind"],
  ["billing_attempts", "0", "''"],
].map(
  ([list, plan, kind]) => `
    INSERT INTO list_totals (shop_id, list, plan_id, status, kind, total)
    SELECT shop_id, '${list}', ${plan}, status, ${kind}, count(*) FROM ${list}
    WHERE shop_id = $1 GROUP BY 1, 3, 4, 5`,
);

/**
 * Writes what the product keeps beside the facts, in the same transaction: the totals of its lists, that the store's orders
 * and charges are all here, and the tasks that are due some day.
 */
export async function finishFacts(client: pg.PoolClient, store: SeedStore): Promise<void> {
  const shop = String(store.shopId);
  for (const total of LIST_TOTALS) await client.query(total, [shop]);
  await client.query(
    `INSERT INTO past_imports (shop_id, subject, found, stored, began_at, completed_at)
     SELECT $1, 'orders', count(*), count(*), $2::timestamptz, $2 FROM orders WHERE shop_id = $1
     UNION ALL
     SELECT $1, 'charges', count(*), count(*), $2, $2 FROM billing_attempts WHERE shop_id = $1
     ON CONFLICT (shop_id, subject) DO UPDATE SET found = excluded.found, stored = excluded.stored,
       completed_at = excluded.completed_at`,
    [shop, new Date(store.calendar.begin)],
  );
  await client.query(
    `SELECT plan_credit_expiry($1, (SELECT min(expires_at) FROM credit_grants
       WHERE shop_id = $1 AND remaining_minor > 0), $2)`,
    [shop, LEDGER_CODES],
  );
  await client.query(
    `INSERT INTO due_tasks (shop_id, kind, key, payload, due_at)
     SELECT s.shop_id, $2, s.id || '@' || to_char(s.due, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       jsonb_build_object('subscriptionId', s.id::text), s.due
     FROM (SELECT s.shop_id, s.id, p.credit_forfeit_on_cancel AS forfeits,
             (date_trunc('day', s.ends_at AT TIME ZONE $3) + interval '1 day') AT TIME ZONE $3 AS due
           FROM subscriptions s JOIN plans p ON p.shop_id = s.shop_id AND p.id = s.plan_id
           WHERE s.shop_id = $1 AND s.status = 'cancelled' AND s.ends_at > $4) s
     WHERE s.forfeits`,
    [shop, forfeitCreditTask.kind, store.zone, new Date(store.calendar.now)],
  );
}

/** Brings the summaries up to the facts, which are there for everybody to see by now. */
export async function finishSummaries(
  db: Database,
  shop: Shop,
  progress: SeedProgress,
): Promise<void> {
  progress.say("Summing store credit up …");
  await rollUpCredit({ db, shop });
  progress.say("Building the rows of the exports …");
  const began = performance.now();
  await buildExports({ db, shop, clock: machineClock }, ({ export: name, rows, isDone }) => {
    if (isDone)
      progress.say(`  ${name}: ${rows} rows, ${Math.round((performance.now() - began) / 1000)} s`);
  });
}
