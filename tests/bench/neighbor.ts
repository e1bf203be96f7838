import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { systemActor } from "#app/domain/context.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { EXPORT_READERS } from "./attacks.ts";
import type { BenchRow } from "./bench-row.ts";
import { type ExportStore, openExportStore } from "./export-store.ts";
import { openLoad } from "./open-load.ts";
import { percentile } from "./percentile.ts";

const REQUESTS = 400;
const ROUNDS = 3;
const SHOPPERS = 64;
const TARGET = 3;
const CID = 1_000;

/** What a store's requests take while another store's wait for their ledger, its exports are read, or it is attacked. */
export async function measureNeighbor(): Promise<BenchRow[]> {
  const store = await openExportStore();
  const load = await openLoad(store);
  try {
    const ask = await openNeighbor(store);
    await measure(ask);
    const rows: BenchRow[] = [];
    const readers = Object.values(EXPORT_READERS);
    for (const [name, disturb] of [
      [`${SHOPPERS} waiting for the ledger`, () => waitForLedger(store)],
      ...readers.map((reader) => [reader, () => load.begin(reader)] as const),
    ] as const) {
      const { alone, beside } = await compare(ask, disturb);
      const ratio = beside.p99 / alone.p99;
      rows.push({
        ...toRow(`neighbor, ${name}`, alone, beside),
        ...{ target: `≤ ${TARGET}`, met: ratio <= TARGET },
      });
    }
    const attacks = load.names.filter((name) => /^\d+ /.test(name) && !readers.includes(name));
    for (const attack of attacks) {
      const { alone, beside } = await compare(ask, () => load.begin(attack));
      rows.push({
        ...toRow(`neighbor, ${attack}`, alone, beside),
        target: "p99 ≤ 50 ms, most ≤ 150 ms",
        met: beside.p99 <= 50 && beside.most <= 150,
      });
    }
    return rows;
  } finally {
    load.close();
    await store.close();
  }
}

/** Of answers, in milliseconds. */
interface Times {
  p99: number;
  most: number;
}

/** The middle of each figure of several rounds. */
async function compare(
  ask: () => Promise<void>,
  disturb: () => Promise<() => Promise<void>>,
): Promise<{ alone: Times; beside: Times }> {
  const alone: Times[] = [];
  const beside: Times[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await measure(ask));
    const end = await disturb();
    beside.push(await measure(ask));
    await end();
  }
  return { alone: middle(alone), beside: middle(beside) };
}

function middle(rounds: readonly Times[]): Times {
  const of = (figure: keyof Times) =>
    percentile(
      rounds.map((round) => round[figure]),
      0.5,
    );
  return { p99: of("p99"), most: of("most") };
}

function toRow(name: string, alone: Times, beside: Times): Omit<BenchRow, "target" | "met"> {
  return {
    name,
    ours: `p99 ${beside.p99.toFixed(1)} ms, most ${beside.most.toFixed(1)} ms`,
    baseline: `alone ${alone.p99.toFixed(1)} ms`,
    ratio: (beside.p99 / alone.p99).toFixed(2),
  };
}

async function measure(ask: () => Promise<void>): Promise<Times> {
  const times: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  return { p99: percentile(times, 0.99), most: Math.max(...times) };
}

/** A second store with one customer; a call of its credit. */
async function openNeighbor({ context, url }: ExportStore): Promise<() => Promise<void>> {
  const row = await context.db.prisma.shop.create({
    data: {
      domain: "neighbor.myshopify.com",
      name: "Neighbor",
      contactEmail: "neighbor@example.com",
      ianaTimezone: "Europe/Berlin",
      currency: "EUR",
      plan: "enterprise",
      installedAt: new Date(),
    },
  });
  const email = "shopper@example.com";
  await context.db.prisma.customer.create({
    data: { shopId: row.id, platformCustomerId: BigInt(CID), email },
  });
  const shop = { ...context, shop: toShop(row), actor: systemActor };
  const { secret } = await createApiKey(shop, { name: "Neighbor" });
  const body = JSON.stringify({ key: secret, cid: CID, email, action: "get" });
  return async () => {
    const answer = await fetch(`${url}/api/v1/store-credit/manage`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  };
}

/** Shoppers without credit ask for a hold, and are refused when the ledger is free again. */
async function waitForLedger({
  databaseUrl,
  context,
  url,
  apiSecret,
}: ExportStore): Promise<() => Promise<void>> {
  const { shop } = context;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT lock_shop_writes($1)", [String(shop.id)]);
  const cids = Array.from({ length: SHOPPERS }, (_, at) => 2_000 + at);
  await context.db.pool.query(
    `INSERT INTO customers (shop_id, platform_customer_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING`,
    [String(shop.id), cids],
  );
  const holds = cids.map((customerId) => {
    const signed = { shop: shop.domain, secret: apiSecret, customerId };
    return fetch(`${url}/proxy/v1/storefront/store-credit/hold?${signProxyQuery({}, signed)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }).then((answer) => answer.text());
  });
  // Until they are there.
  await delay(1_000);
  return async () => {
    await client.query("COMMIT");
    await client.end();
    await Promise.all(holds);
  };
}
