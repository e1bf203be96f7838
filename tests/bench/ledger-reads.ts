import pg from "pg";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { listCreditPeriods } from "#app/domain/ledger/reports/credit-periods.ts";
import { readCreditAgeing } from "#app/domain/ledger/reports/read-credit-ageing.ts";
import { readCreditLiability } from "#app/domain/ledger/reports/read-credit-liability.ts";
import { rollUpCredit } from "#app/domain/ledger/roll-up-credit.ts";
import { getCreditCustomer } from "#app/domain/store-credit/customers/get-credit-customer.ts";
import {
  CREDIT_HOLDINGS,
  listCreditCustomers,
} from "#app/domain/store-credit/customers/list-credit-customers.ts";
import { listCreditHistoryForMerchant } from "#app/domain/store-credit/customers/list-credit-history-for-merchant.ts";
import { listCreditHistoryForRest } from "#app/domain/store-credit/customers/list-credit-history-for-rest.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { FIRST_CID, openCreditStore } from "./credit-store.ts";
import { fill } from "./fill.ts";
import { fillLedger } from "./fill-ledger.ts";
import { SEARCHED_TABLES } from "./fill-search.ts";
import { fillHistory, fillPeople, PEOPLE_TABLES, peopleScreens } from "./people-reads.ts";
import { openSearches } from "./search-reads.ts";

const ROUNDS = 51;
/** A statement's time is the median of so many. */
const EXPLAINED = 5;
const PAGE = 50;
const MOST_MS = 50;
const BIG_TABLES = [
  "customers",
  "credit_accounts",
  "credit_entries",
  "credit_grants",
  "credit_rankings",
  ...PEOPLE_TABLES,
  ...SEARCHED_TABLES,
];

/** First pages of histories with 100,000 entries against those with 15. */
export async function measureHistoryGrowth(): Promise<BenchRow[]> {
  const store = await openCreditStore(2);
  const { context } = store;
  try {
    const [long, short] = await context.db.prisma.customer.findMany({ orderBy: { id: "asc" } });
    if (!long || !short) throw new Error("There are two customers.");
    await fillLedger(store, 15);
    await context.db.pool.query(
      `INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message, created_at)
       SELECT $1, 1000 + n, $2, 'money', 4, 100, (15 + n) * 100, 'Filled', now() FROM generate_series(1, 99985) n`,
      [String(context.shop.id), String(long.id)],
    );
    await context.db.pool.query(
      "UPDATE credit_accounts SET entry_count = 100000 WHERE customer_id = $1",
      [String(long.id)],
    );
    await context.db.pool.query("VACUUM ANALYZE");
    const readers = {
      "history-growth, REST": (id: bigint) =>
        listCreditHistoryForRest(context, id, { limit: 10, offset: 0 }),
      "history-growth, timeline": (id: bigint) =>
        listCreditHistoryForMerchant(context, id, null, 10),
    };
    const rows: BenchRow[] = [];
    for (const [name, read] of Object.entries(readers)) {
      const of = { long: [] as number[], short: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        of.short.push(await timed(() => read(short.id)));
        of.long.push(await timed(() => read(long.id)));
      }
      const ratio = median(of.long) / median(of.short);
      rows.push({
        name,
        ours: `${median(of.long).toFixed(2)} ms with 100,000 entries`,
        baseline: `${median(of.short).toFixed(2)} ms with 15`,
        ratio: ratio.toFixed(2),
        target: "≤ 1.3",
        met: ratio <= 1.3,
      });
    }
    return rows;
  } finally {
    await store.close();
  }
}

/**
 * Each statement of each screen about credit and about customers, on 200,000 customers and a million entries, and each kind of search
 * among a million customers.
 */
export async function measureScreensBig(): Promise<BenchRow[]> {
  const store = await openCreditStore(200_000);
  const { context } = store;
  try {
    await fillLedger(store, 5);
    await rollUpCredit(context);
    await fill(store.databaseUrl, (client) => fillPeople(client, context.shop.id));
    const customer = await context.db.prisma.customer.findFirstOrThrow({
      where: { shopId: context.shop.id },
    });
    await fill(store.databaseUrl, (client) => fillHistory(client, context.shop.id, customer.id));
    const searches = await openSearches(store);
    await fill(store.databaseUrl, async (client) => {
      await client.query("VACUUM ANALYZE");
    });
    const rows: BenchRow[] = [];
    const screens = {
      ...screensOf(context, customer.id),
      ...peopleScreens(context, customer.id),
      ...searches,
    };
    for (const [name, read] of Object.entries(screens)) {
      await read();
      const statements = await record(read);
      let slowest = 0;
      const scanned = new Set<string>();
      for (const { text, values } of statements) {
        const times: number[] = [];
        for (let round = 0; round < EXPLAINED; round += 1) {
          const found = await explain(context, text, values);
          times.push(found.ms);
          for (const table of found.scans) if (BIG_TABLES.includes(table)) scanned.add(table);
        }
        slowest = Math.max(slowest, median(times));
      }
      const scans = scanned.size > 0 ? `scans ${[...scanned].join(", ")}` : "no scan";
      rows.push({
        name: `screens-big, ${name}`,
        ours: `${slowest.toFixed(1)} ms, ${scans}`,
        baseline: `${statements.length} statements`,
        ratio: "–",
        target: `≤ ${MOST_MS} ms, no scan`,
        met: slowest <= MOST_MS && scanned.size === 0,
      });
    }
    return rows;
  } finally {
    await store.close();
  }
}

function screensOf(
  context: ShopContext,
  customerId: bigint,
): Record<string, () => Promise<unknown>> {
  const customers = (search: string, holding?: (typeof CREDIT_HOLDINGS)[number]) => () =>
    listCreditCustomers(context, { search, ...(holding && { holding }) }, 1, PAGE);
  const now = context.clock.now();
  const zone = context.shop.ianaTimezone;
  return {
    customers: customers(""),
    ...Object.fromEntries(CREDIT_HOLDINGS.map((one) => [`customers ${one}`, customers("", one)])),
    "search part": customers("omer-5012"),
    "search everybody": customers("example.com"),
    "search number": customers(String(FIRST_CID + 777)),
    customer: () => getCreditCustomer(context, customerId),
    timeline: () => listCreditHistoryForMerchant(context, customerId, null, PAGE),
    "liability by day": () =>
      readCreditLiability(context, listCreditPeriods(now, "90d", "day", zone), "money"),
    "liability by month": () =>
      readCreditLiability(context, listCreditPeriods(now, "24m", "month", zone), "money"),
    ageing: () => readCreditAgeing(context, "money"),
    attention: () => listAttention(context),
  };
}

interface Sent {
  text: string;
  values: unknown[];
}

/** The statements that a read sends, as the driver gets them. */
async function record(read: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const text = typeof first === "string" ? first : (first as { text?: string }).text;
    const values = Array.isArray(second)
      ? second
      : ((first as { values?: unknown[] }).values ?? []);
    if (text && /^\s*(SELECT|WITH)/i.test(text)) sent.push({ text, values });
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await read();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

async function explain(
  { db }: ShopContext,
  text: string,
  values: unknown[],
): Promise<{ ms: number; scans: string[] }> {
  const { rows } = await db.pool.query<{
    "QUERY PLAN": { Plan: Plan; "Execution Time": number }[];
  }>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values);
  const explained = rows[0]?.["QUERY PLAN"][0];
  if (!explained) throw new Error("EXPLAIN says something.");
  return { ms: explained["Execution Time"], scans: seqScans(explained.Plan) };
}

function seqScans(plan: Plan): string[] {
  const own = plan["Node Type"] === "Seq Scan" ? [plan["Relation Name"] ?? ""] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(seqScans)];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
