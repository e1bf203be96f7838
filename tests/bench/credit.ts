import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "#scripts/project-root.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { type CreditStore, FIRST_CID, openCreditStore } from "./credit-store.ts";
import { runPgbench } from "./run-pgbench.ts";

const run = promisify(execFile);

const ROUNDS = 5;
const SECONDS = 5;
const CLIENTS = 64;
const CUSTOMERS = 9_984;

/** Credit updates over HTTP by 64 clients on some ten thousand customers, against the bare row lock and inserts. */
export function measureCreditMany(): Promise<BenchRow[]> {
  return measure("credit-many", CUSTOMERS, 0.55);
}

/** The same on one customer. */
export function measureCreditHot(): Promise<BenchRow[]> {
  return measure("credit-hot", 1, 1);
}

async function measure(name: string, customers: number, target: number): Promise<BenchRow[]> {
  const store = await openCreditStore(customers);
  try {
    const { rows } = await store.context.db.pool.query<{ first: string }>(
      "INSERT INTO credit_accounts (shop_id, customer_id, unit, updated_at) SELECT shop_id, id, 'money', now() FROM customers RETURNING customer_id AS first",
    );
    const script = bareUpdate(Number(rows[0]?.first), customers);
    const ours: Awaited<ReturnType<typeof update>>[] = [];
    const bare: number[] = [];
    // As in a database that has run for a minute: plans are made for the tables as they are, not for empty ones.
    await update(store, customers, 2);
    await store.context.db.pool.query("ANALYZE");
    await update(store, customers, 2);
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(
        await runPgbench(store.databaseUrl, script, { clients: CLIENTS, seconds: SECONDS }),
      );
      ours.push(await update(store, customers, SECONDS));
    }
    const ratio = median(ours.map(({ perSecond }, at) => perSecond / (bare[at] ?? 0)));
    const rate = Math.round(median(ours.map(({ perSecond }) => perSecond)));
    const p99 = Math.round(median(ours.map((one) => one.p99)));
    return [
      {
        name,
        ours: `${rate} updates/s, p99 ${p99} ms`,
        baseline: `${Math.round(median(bare))} tps of pgbench`,
        ratio: ratio.toFixed(2),
        target: `≥ ${target}`,
        met: ratio >= target,
      },
    ];
  } finally {
    await store.close();
  }
}

async function update(
  { url, secret }: CreditStore,
  customers: number,
  seconds: number,
): Promise<{ perSecond: number; p99: number }> {
  const each = Math.floor(customers / CLIENTS);
  const { stdout } = await run(process.execPath, [
    join(projectRoot, "tests/bench/credit-load.ts"),
    ...[`${url}/api/v1/store-credit/manage`, secret],
    ...[CLIENTS, seconds, FIRST_CID, each].map(String),
  ]);
  return JSON.parse(stdout);
}

/** What one update must write at the least: the account under its lock, entry, grant, activity line, event. */
function bareUpdate(firstCustomer: number, customers: number): string {
  return `
\\set customer random(${firstCustomer}, ${firstCustomer + customers - 1})
BEGIN;
SELECT available_minor FROM credit_accounts WHERE shop_id = 1 AND customer_id = :customer AND unit = 'money' FOR UPDATE;
INSERT INTO credit_entries (shop_id, customer_id, unit, type_code, amount_minor, message, reason, created_at)
VALUES (1, :customer, 'money', 4, 100, 'Bench', 'Bench', now()) RETURNING id AS entry \\gset
INSERT INTO credit_grants (shop_id, customer_id, entry_id, unit, amount_minor, remaining_minor, created_at)
VALUES (1, :customer, :entry, 'money', 100, 100, now());
UPDATE credit_accounts SET available_minor = available_minor + 100, issued_minor = issued_minor + 100, updated_at = now()
WHERE shop_id = 1 AND customer_id = :customer AND unit = 'money';
INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, created_at)
VALUES (1, :customer, 'api', 'Bench', 'store_credit.added', 'Bench', now());
INSERT INTO events (shop_id, id, kind, data, created_at) VALUES (1, 1000000000 + :entry, 'store_credit.added', '{}', now());
COMMIT;
`;
}
