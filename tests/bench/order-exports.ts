import { type BenchRow, median } from "./bench-row.ts";
import { type ExportStore, ORDERS, openSeededStore } from "./export-store.ts";
import { besideCopy, type Times, toRow } from "./export-times.ts";

const ROUNDS = 9;
const PAGE = 10_000;
const ORDERS_PATH = "/data/orders";
const MEMORY_LIMIT = 100_000_000;

/** Of each other export the raw columns that a COPY of the same facts gives. */
const OTHERS: readonly [name: string, path: string, copy: string][] = [
  [
    "customers",
    "/data/customers",
    `SELECT * FROM customers WHERE shop_id = 1 ORDER BY id LIMIT ${PAGE}`,
  ],
  [
    "subscriptions",
    "/data/subscriptions",
    `SELECT * FROM subscriptions WHERE shop_id = 1 ORDER BY id LIMIT ${PAGE}`,
  ],
  [
    "members",
    "/data/members",
    `SELECT c.platform_customer_id, c.email, a.available_minor FROM members m
     JOIN customers c ON c.shop_id = m.shop_id AND c.id = m.customer_id
     LEFT JOIN credit_accounts a ON a.shop_id = c.shop_id AND a.customer_id = c.id AND a.unit = 'money'
     WHERE m.shop_id = 1 ORDER BY m.id LIMIT ${PAGE}`,
  ],
];

/** Pages of a store with a million orders of 100,000 customers, over HTTP. */
export async function measureOrderExports(): Promise<BenchRow[]> {
  const store = await openSeededStore();
  try {
    await store.readExport(ORDERS_PATH);
    const idle = await store.readMemory();
    const page = await besideCopy(
      store,
      () => store.readExport(ORDERS_PATH, { since_id: String(ORDERS / 2) }),
      `SELECT * FROM orders WHERE shop_id = 1 AND id > (SELECT min(id) + ${ORDERS / 2} FROM orders WHERE shop_id = 1)
       ORDER BY id LIMIT ${PAGE}`,
    );
    const rows = [toRow("export-page orders", page, 1, "COPY of 10,000 rows")];
    rows.push(await measureDepth(store));
    for (const [name, path, copy] of OTHERS) {
      const times = await besideCopy(store, () => store.readExport(path), copy);
      rows.push(toRow(`export-others ${name}`, times, 1.2, "COPY of 10,000 rows"));
    }
    rows.push(await measureAll(store, idle));
    return rows;
  } finally {
    await store.close();
  }
}

async function measureDepth(store: ExportStore): Promise<BenchRow> {
  const times: Times = { ours: [], baseline: [] };
  const page = (since: number) => store.readExport(ORDERS_PATH, { since_id: String(since) });
  for (let round = 0; round < ROUNDS; round += 1) {
    times.baseline.push((await page(0)).milliseconds);
    times.ours.push((await page(ORDERS - PAGE)).milliseconds);
  }
  return toRow("export-depth orders", times, 1.1, "first page");
}

async function measureAll(store: ExportStore, idle: number): Promise<BenchRow> {
  const pages: number[] = [];
  let most = idle;
  for (let since = "0", hasMore = true; hasMore; ) {
    const { milliseconds, end } = await store.readExport(ORDERS_PATH, { since_id: since });
    pages.push(milliseconds);
    most = Math.max(most, await store.readMemory());
    since = /"last_id":(\d+)/.exec(end)?.[1] ?? "";
    hasMore = end.includes('"has_more":true');
  }
  const slowest = Math.max(...pages) / median(pages);
  return {
    name: "export-all orders",
    ours: `${pages.length} pages, ${((most - idle) / 1_000_000).toFixed(0)} MB above idle`,
    baseline: `median page ${median(pages).toFixed(0)} ms`,
    ratio: `slowest ${slowest.toFixed(1)}`,
    target: "≤ 100 MB, ≤ 3",
    met: most - idle <= MEMORY_LIMIT && slowest <= 3,
  };
}
