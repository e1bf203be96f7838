import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { seedStore } from "#scripts/seed/seed-store.ts";
import { seedCreditEntries } from "#tests/support/seed-credit-entries.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { type CreditStore, openCreditStore } from "./credit-store.ts";
import { fillMembers } from "./fill-members.ts";

export const ENTRIES = 1_500_000;
const CUSTOMERS = 100_000;
export const ORDERS = 1_000_000;

/** A store with 1,500,000 entries of 100,000 customers, and its exports over HTTP. */
export interface ExportStore extends CreditStore {
  /** Reads an answer to its end and keeps nothing of it. */
  readExport(path: string, query?: Record<string, string>): Promise<ReadExport>;
  readCollection(topic?: string): Promise<ReadExport>;
  /** Gives each customer a membership, and each membership as many lines in the timeline as they have entries. */
  addMemberships(): Promise<void>;
}

interface ReadExport {
  bytes: number;
  milliseconds: number;
  /** The last characters, where a page says how it goes on. */
  end: string;
}

export async function openExportStore(): Promise<ExportStore> {
  const store = await openCreditStore(0);
  const { db, shop } = store.context;
  await seedCreditEntries(db, {
    shopId: shop.id,
    customers: CUSTOMERS,
    each: ENTRIES / CUSTOMERS,
    firstCid: 10_000_000,
  });
  await buildExports(store.context, () => {}, { again: true });
  await db.pool.query("VACUUM credit_entries, customers, export_rows");
  return withExports(store);
}

/** A store of so many orders as `npm run seed` makes one, and its exports over HTTP. */
export async function openSeededStore(
  orders = ORDERS,
  only: { facts?: boolean } = {},
): Promise<ExportStore> {
  const store = await openCreditStore(0);
  const { db, shop } = store.context;
  await seedStore(
    db,
    {
      ...{ customers: CUSTOMERS, orders, subscriptions: 50_000 },
      ...{ shop: shop.domain, seed: 1, until: null },
    },
    (line) => process.stderr.write(`${line}\n`),
    only,
  );
  await db.pool.query("VACUUM ANALYZE");
  return withExports(store);
}

function withExports(store: CreditStore): ExportStore {
  const { db, shop } = store.context;
  const address = (path: string, query: Record<string, string>) =>
    `${store.url}/proxy/v1${path}?${signProxyQuery(query, { shop: shop.domain, secret: store.apiSecret })}`;
  return {
    ...store,
    readExport: (path, query = {}) => read(address(path, { key: store.secret, ...query })),
    readCollection: (topic = "store_credit_history") =>
      read(address("/collection", {}), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ key: store.secret, topic }).toString(),
      }),
    addMemberships: async () => {
      await fillMembers(db.pool, shop.id, 0);
      await db.pool.query(
        `INSERT INTO activities (shop_id, customer_id, subscription_id, actor_kind, kind, message, created_at)
         SELECT s.shop_id, s.customer_id, s.id, 'system', 'billing.charged', '15.00 EUR was charged for order #' || n || '.',
           s.platform_created_at + n * interval '30 days'
         FROM generate_series(1, $2::int) n CROSS JOIN subscriptions s WHERE s.shop_id = $1`,
        [String(shop.id), ENTRIES / CUSTOMERS],
      );
      await db.pool.query("VACUUM ANALYZE activities");
    },
  };
}

async function read(url: string, init?: RequestInit): Promise<ReadExport> {
  const begun = performance.now();
  const answer = await fetch(url, init);
  if (!answer.ok || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  let last = "";
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    last = (last + Buffer.from(part.value.subarray(-200)).toString()).slice(-200);
  }
  return { bytes, milliseconds: performance.now() - begun, end: last };
}
