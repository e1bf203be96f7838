import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { projectRoot } from "#scripts/files/project-root.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { type CreditStore, FIRST_CID, openCreditStore } from "./credit-store.ts";
import { fillLedger } from "./fill-ledger.ts";
import { runPgbench } from "./run-pgbench.ts";

const run = promisify(execFile);

const ROUNDS = 5;
const SECONDS = 5;
const CLIENTS = 64;
const BASELINE_CLIENTS = 4;
const CUSTOMERS = 200_000;
const ENTRIES = 1_000_000;

type Load = Awaited<ReturnType<typeof update>>;

/**
 * Credit updates over HTTP by 64 clients on 200,000 customers with a million entries, against one statement with the
 * same row lock and inserts under pgbench with four clients.
 */
export async function measureCreditMany(): Promise<BenchRow[]> {
  const store = await openFilledStore();
  try {
    const { ours, bare } = await compare(store, CUSTOMERS);
    return [toRow("credit-many", ours, bare, 1)];
  } finally {
    await store.close();
  }
}

/** The same on one customer, and again while another session holds an old snapshot open. */
export async function measureCreditHot(): Promise<BenchRow[]> {
  const store = await openFilledStore();
  try {
    const { ours, bare } = await compare(store, 1);
    const session = new pg.Client({ connectionString: store.databaseUrl });
    await session.connect();
    await session.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM shops");
    const behind: Load[] = [];
    for (let round = 0; round < ROUNDS; round += 1) behind.push(await update(store, 1, SECONDS));
    await session.end();
    const alone = median(ours.map(({ perSecond }) => perSecond));
    const held = median(behind.map(({ perSecond }) => perSecond));
    return [
      toRow("credit-hot", ours, bare, 2),
      {
        name: "credit-hot, old snapshot",
        ours: `${Math.round(held)} updates/s`,
        baseline: `${Math.round(alone)} updates/s without it`,
        ratio: (held / alone).toFixed(2),
        target: "≥ 0.5",
        met: held / alone >= 0.5,
      },
    ];
  } finally {
    await store.close();
  }
}

async function openFilledStore(): Promise<CreditStore> {
  const store = await openCreditStore(CUSTOMERS);
  await fillLedger(store, ENTRIES / CUSTOMERS);
  return store;
}

async function compare(
  store: CreditStore,
  customers: number,
): Promise<{ ours: Load[]; bare: number[] }> {
  const script = await prepareBaseline(store, customers);
  const ours: Load[] = [];
  const bare: number[] = [];
  await update(store, customers, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(
      await runPgbench(store.databaseUrl, script, { clients: BASELINE_CLIENTS, seconds: SECONDS }),
    );
    ours.push(await update(store, customers, SECONDS));
  }
  return { ours, bare };
}

function toRow(name: string, ours: Load[], bare: number[], target: number): BenchRow {
  const ratio = median(ours.map(({ perSecond }, at) => perSecond / (bare[at] ?? 0)));
  const rate = Math.round(median(ours.map(({ perSecond }) => perSecond)));
  const p99 = Math.round(median(ours.map((one) => one.p99)));
  return {
    name,
    ours: `${rate} updates/s, p99 ${p99} ms`,
    baseline: `${Math.round(median(bare))} tps of pgbench`,
    ratio: ratio.toFixed(2),
    target: `≥ ${target}`,
    met: ratio >= target,
  };
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

/**
 * A second store whose rows the baseline writes, so that neither takes the other's ids: one statement with what one
 * update must write at the least, which is the account under its lock, entry, grant, activity line and event.
 */
async function prepareBaseline({ context }: CreditStore, customers: number): Promise<string> {
  const { pool } = context.db;
  await pool.query(`
    INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, plan, installed_at)
    VALUES ('baseline.example', 'Baseline', 'a@example.com', 'UTC', 'EUR', 'enterprise', now());
    CREATE SEQUENCE bench_ids CACHE 100`);
  const { rows } = await pool.query<{ shop: string; first: string }>(
    `WITH shop AS (SELECT id FROM shops WHERE domain = 'baseline.example'),
     made AS (
       INSERT INTO customers (shop_id, platform_customer_id)
       SELECT shop.id, n FROM shop, generate_series(1, ${customers}) n RETURNING shop_id, id)
     SELECT shop_id AS shop, min(id) AS first FROM made GROUP BY shop_id`,
  );
  const { shop = "", first = "" } = rows[0] ?? {};
  await pool.query(
    `INSERT INTO credit_accounts (shop_id, customer_id, unit, updated_at)
     SELECT shop_id, id, 'money', now() FROM customers WHERE shop_id = $1`,
    [shop],
  );
  await pool.query("ANALYZE");
  return `
\\set customer random(${first}, ${Number(first) + customers - 1})
WITH account AS (
  UPDATE credit_accounts SET available_minor = available_minor + 100, issued_minor = issued_minor + 100, updated_at = now()
  WHERE shop_id = ${shop} AND customer_id = :customer AND unit = 'money' RETURNING available_minor
), entry AS (
  INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message, reason, created_at)
  SELECT ${shop}, nextval('bench_ids'), :customer, 'money', 4, 100, available_minor, 'Bench', 'Bench', now() FROM account RETURNING id
), credit AS (
  INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, created_at)
  SELECT ${shop}, id, :customer, id, 'money', 100, 100, now() FROM entry
), line AS (
  INSERT INTO activities (shop_id, customer_id, actor_kind, actor_name, kind, message, created_at)
  VALUES (${shop}, :customer, 'api', 'Bench', 'store_credit.added', 'Bench', now())
)
INSERT INTO events (shop_id, id, kind, data, created_at) SELECT ${shop}, id, 'store_credit.added', '{}', now() FROM entry;
`;
}
