import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { systemActor } from "#app/domain/context.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import type { BenchRow } from "./bench-row.ts";
import { type ExportStore, openExportStore } from "./export-store.ts";

const REQUESTS = 400;
const ROUNDS = 3;
const SHOPPERS = 64;
const READERS = 4;
const TARGET = 3;
const CID = 1_000;

/** What a store's requests take while another store's wait for their ledger, or its exports are read. */
export async function measureNeighbor(): Promise<BenchRow[]> {
  const store = await openExportStore();
  try {
    const ask = await openNeighbor(store);
    await measureP99(ask);
    const rows: BenchRow[] = [];
    for (const [name, disturb] of [
      [`neighbor, ${SHOPPERS} waiting for the ledger`, waitForLedger],
      [`neighbor, ${READERS} reading pages`, readPages],
      ["neighbor, one Collection", readCollection],
    ] as const) {
      rows.push(await compare(name, store, ask, disturb));
    }
    return rows;
  } finally {
    await store.close();
  }
}

/** Begins what another store does, and ends it. */
type Disturb = (store: ExportStore) => Promise<() => Promise<void>>;

async function compare(
  name: string,
  store: ExportStore,
  ask: () => Promise<void>,
  disturb: Disturb,
): Promise<BenchRow> {
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await measureP99(ask));
    const end = await disturb(store);
    beside.push(await measureP99(ask));
    await end();
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[1] ?? 0;
  const ratio = middle(beside) / middle(alone);
  return {
    name,
    ours: `p99 ${middle(beside).toFixed(1)} ms`,
    baseline: `alone ${middle(alone).toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${TARGET}`,
    met: ratio <= TARGET,
  };
}

async function measureP99(ask: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(REQUESTS * 0.99)] ?? 0;
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
const waitForLedger: Disturb = async ({ databaseUrl, context, url, apiSecret }) => {
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
};

/** Readers of pages of 10,000 rows, each one after another. */
const readPages: Disturb = async (store) => {
  let isOver = false;
  const readers = Array.from({ length: READERS }, async (_, at) => {
    for (let page = 0; !isOver; page = (page + 1) % 30) {
      const since = String((at * 30 + page) * 10_000);
      await store.readExport("/data/store-credits", { since_id: since });
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(readers);
  };
};

const readCollection: Disturb = async (store) => {
  const whole = store.readCollection();
  return async () => {
    await whole;
  };
};
