import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { type CreditStore, FIRST_CID, openCreditStore } from "./credit-store.ts";
import { measureLoad } from "./measure-load.ts";

/** Fewer where a machine has little time: BENCH_FACTS. */
const FACTS = Number(process.env.BENCH_FACTS ?? 100_000);
const ORDERS_EACH = 10;
const CUSTOMERS = FACTS / ORDERS_EACH;
/** As a subscriber gets them in a page of events. */
const AT_ONCE = 100;

const points = (number: number) => ({ reward_type: "points", points: number });
const coupon = { reward_type: "free_shipping", expires_in_days: 90 };

/** Ten rules of what orders can do; of each customer's ten orders some complete them. */
const RULES = [
  { type: "points_for_purchases", settings: { points_per_dollar: 1 } },
  { type: "goal_spend", settings: { goal_amount: 60 }, reward: points(20) },
  { type: "goal_spend", settings: { goal_amount: 100, period: "month" }, reward: points(30) },
  { type: "goal_spend", settings: { goal_amount: 200, period: "year" }, reward: coupon },
  { type: "goal_spend", settings: { goal_amount: 300, period: "lifetime" }, reward: points(100) },
  { type: "punch_card", settings: { required_purchases: 5 }, reward: coupon },
  { type: "punch_card", settings: { required_purchases: 10 }, reward: points(50) },
  { type: "membership_recharge_punch_card", settings: { required_recharges: 3 }, reward: coupon },
  { type: "reviews", settings: { required_reviews: 3 }, reward: points(25) },
  { type: "customer_tag", settings: { tag: "vip" }, reward: points(10) },
];

/** So many orders of a tenth as many customers through ten rules, against one statement that inserts as many rows. */
export async function measureLoyalty(): Promise<BenchRow[]> {
  const store = await openStoreWithOrders();
  try {
    const counted = await timed(() => settleAll(store));
    const { rows } = await store.context.db.pool.query<{ rewards: string; entries: string }>(
      `SELECT (SELECT count(*) FROM loyalty_rewards) AS rewards, (SELECT count(*) FROM credit_entries) AS entries`,
    );
    const { rewards, entries } = rows[0] ?? { rewards: "0", entries: "0" };
    await store.context.db.pool.query(COPIES);
    const inserted = await timed(() => insertAsMany(store));
    const again = await timed(() => settleAll(store));
    const read = await timed(() => readAll(store));
    return [
      {
        name: `loyalty ${FACTS} orders, 10 rules`,
        ours: `${rate(counted)} orders/s, ${counted.toFixed(0)} s for ${rewards} rewards, ${entries} entries`,
        baseline: `${inserted.toFixed(2)} s, one INSERT … SELECT of these rows`,
        ratio: `${(counted / inserted).toFixed(0)}×`,
        target: "said",
        met: true,
      },
      {
        name: "loyalty, the same once more",
        ours: `${rate(again)} orders/s, ${again.toFixed(1)} s, nothing to give`,
        baseline: `${read.toFixed(2)} s, the same orders out of the database`,
        ratio: `${(again / read).toFixed(1)}×`,
        target: "said",
        met: true,
      },
    ];
  } finally {
    await store.close();
  }
}

const ROUNDS = 5;
const TARGET = 0.8;

/** Where a customer stands, over HTTP by 32 connections, against the same rows from a bare server. */
export async function measureLoyaltyRead(): Promise<BenchRow[]> {
  const store = await openStoreWithOrders();
  const { context, url, apiSecret, databaseUrl } = store;
  const customers = await context.db.prisma.customer.findMany({ orderBy: { id: "asc" }, take: 1 });
  await settleLoyalty(
    context,
    customers.map(({ id }) => id),
  );
  const args = [databaseUrl, String(context.shop.id), String(customers[0]?.id)];
  const bare = fork(join(projectRoot, "tests/bench/loyalty-read-server.ts"), args);
  try {
    const [{ port }] = (await once(bare, "message")) as [{ port: number }];
    const load = { connections: 32, seconds: 3 };
    const answers = async () => {
      const query = signProxyQuery(
        {},
        { shop: context.shop.domain, secret: apiSecret, customerId: FIRST_CID },
      );
      const path = `/proxy/v1/loyalty/customers/${FIRST_CID}?${query}`;
      return (await measureLoad({ ...load, url: `${url}${path}` })).perSecond;
    };
    const bareAnswers = async () =>
      (await measureLoad({ ...load, url: `http://127.0.0.1:${port}` })).perSecond;
    await answers();
    await bareAnswers();
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ ours: await answers(), bare: await bareAnswers() });
    }
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    return [
      {
        name: "loyalty-read",
        ours: `${Math.round(median(rounds.map((round) => round.ours)))} req/s`,
        baseline: `${Math.round(median(rounds.map((round) => round.bare)))} req/s bare`,
        ratio: ratio.toFixed(2),
        target: `≥ ${TARGET}`,
        met: ratio >= TARGET,
      },
    ];
  } finally {
    bare.disconnect();
    await store.close();
  }
}

async function openStoreWithOrders(): Promise<CreditStore> {
  const store = await openCreditStore(CUSTOMERS);
  const { context } = store;
  await context.db.pool.query(
    `INSERT INTO orders (shop_id, platform_order_id, name, customer_id, processed_at, fulfilled_at, is_test, is_renewal,
       financial_status, currency, total_minor, subtotal_minor, tax_minor, discount_minor, delivery_minor,
       presentment_currency, presentment_total_minor, gateways, discount_codes, lines, transactions, facts_hash,
       platform_created_at, platform_updated_at, created_at, updated_at)
     SELECT c.shop_id, c.id * 100 + n, '#' || c.id * 100 + n, c.id, at, at + interval '1 day', false, false,
       'paid', 'EUR', amount, amount, 0, 0, 0, 'EUR', amount, '{}', '[]',
       jsonb_build_array(jsonb_build_object('productId', 1 + n % 3, 'totalMinor', amount)), '[]', '', at, at, at, at
     FROM customers c, generate_series(1, $2::int) n,
       LATERAL (SELECT now() - (n * 20 + c.id % 10) * interval '1 day' AS at,
         (1500 + (c.id * 37 + n * 911) % 6000) AS amount) o
     WHERE c.shop_id = $1`,
    [String(context.shop.id), ORDERS_EACH],
  );
  await context.db.pool.query("VACUUM ANALYZE");
  for (const [at, rule] of RULES.entries()) {
    await createRule(context, {
      ...{ name: `Rule ${at + 1}`, status: "active", startDate: "2020-01-01" },
      ...rule,
    });
  }
  return store;
}

/** As the subscriber does it, page by page. */
async function settleAll({ context }: CreditStore): Promise<void> {
  await pages(context, (ids) => settleLoyalty(context, ids));
}

/** The facts alone. */
async function readAll({ context }: CreditStore): Promise<void> {
  await pages(context, (ids) =>
    context.db.pool.query("SELECT * FROM orders WHERE shop_id = 1 AND customer_id = ANY ($1)", [
      ids.map(String),
    ]),
  );
}

async function pages(
  { db }: CreditStore["context"],
  work: (ids: bigint[]) => Promise<unknown>,
): Promise<void> {
  for (let after = 0n; ; ) {
    const found = await db.prisma.customer.findMany({
      where: { id: { gt: after } },
      orderBy: { id: "asc" },
      take: AT_ONCE,
      select: { id: true },
    });
    const last = found.at(-1);
    if (!last) return;
    await work(found.map(({ id }) => id));
    after = last.id;
  }
}

/** Tables with the same indexes. */
const COPIES = `
  CREATE TABLE bench_rewards (LIKE loyalty_rewards INCLUDING ALL EXCLUDING IDENTITY);
  CREATE TABLE bench_entries (LIKE credit_entries INCLUDING ALL EXCLUDING IDENTITY)`;

/** As many rewards and entries, each by one statement. */
async function insertAsMany({ context }: CreditStore): Promise<void> {
  await context.db.pool.query(`
    INSERT INTO bench_rewards SELECT * FROM loyalty_rewards;
    INSERT INTO bench_entries SELECT * FROM credit_entries`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function rate(seconds: number): string {
  return Math.round(FACTS / seconds).toLocaleString("en");
}
