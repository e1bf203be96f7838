import { runBulkGrant } from "#app/domain/store-credit/grants/run-bulk-grant.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { type CreditStore, openCreditStore } from "./credit-store.ts";

const ROUNDS = 5;
const MEMBERS = 100_000;

/** The month's credit for a hundred thousand members, against one statement that inserts as many ledger rows. */
export async function measureGrantBulk(): Promise<BenchRow[]> {
  const store = await openCreditStore(MEMBERS);
  try {
    await makeMembers(store);
    const ours: number[] = [];
    const bare: number[] = [];
    // As in a database that has run for a minute: plans are made for the tables as they are, not for empty ones.
    await runBulkGrant(store.context, await makeRun(store, "first"));
    await store.context.db.pool.query("ANALYZE");
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await timed(() => insertRows(store)));
      const runId = await makeRun(store, `round ${round}`);
      ours.push(await timed(() => runBulkGrant(store.context, runId)));
    }
    const ratio = median(ours.map((seconds, at) => seconds / (bare[at] ?? 0)));
    return [
      {
        name: "grant-bulk",
        ours: `${median(ours).toFixed(2)} s`,
        baseline: `${median(bare).toFixed(2)} s, one INSERT … SELECT`,
        ratio: `${ratio.toFixed(1)}×`,
        target: "≤ 3×",
        met: ratio <= 3,
      },
    ];
  } finally {
    await store.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function makeMembers({ context }: CreditStore): Promise<void> {
  await context.db.pool.query(`
    WITH plan_group AS (
      INSERT INTO plan_groups (shop_id, platform_group_id, name, kind) VALUES (1, 1, 'Club', 'membership') RETURNING id
    ), plan AS (
      INSERT INTO plans (shop_id, plan_group_id, platform_plan_id, name) SELECT 1, id, 1, 'Gold' FROM plan_group
      RETURNING id
    )
    INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, plan_id, kind, status, platform_status, plan_name, price_minor,
      currency, interval_unit, interval_count, platform_created_at, platform_updated_at)
    SELECT 1, c.id, c.id, plan.id, 'membership', 'active', 'active', 'Gold', 1500, 'EUR', 'month', 1, now(), now()
    FROM customers c, plan`);
  await context.db.pool.query("ANALYZE");
}

async function makeRun({ context }: CreditStore, key: string): Promise<bigint> {
  const { rows } = await context.db.pool.query<{ id: string }>(
    `INSERT INTO credit_runs (shop_id, plan_id, source_key, unit, type_code, amount_minor, message, actor_kind, member_count, created_at)
     SELECT 1, id, $1, 'money', 1, 1000, 'Monthly credit', 'system', $2, now() FROM plans RETURNING id`,
    [key, MEMBERS],
  );
  return BigInt(rows[0]?.id ?? 0);
}

/** As many ledger rows in one statement, with nothing around them. */
async function insertRows({ context }: CreditStore): Promise<void> {
  await context.db.pool.query(`
    INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message, created_at)
    SELECT 1, (SELECT max(id) FROM credit_entries) + row_number() OVER (), customer_id, 'points', 1, 1000, 1000,
      'Monthly credit', now() FROM subscriptions`);
}
