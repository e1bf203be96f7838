import { type BenchRow, median } from "./bench-row.ts";
import { ENTRIES, type ExportStore, openExportStore } from "./export-store.ts";
import { besideCopy, toRow } from "./export-times.ts";

const ROUNDS = 7;
const LEDGER = "/data/store-credits";
const HISTORY = "/data/credits-history";
const HISTORY_PAGE = 1_000;
const MEMORY_LIMIT = 100_000_000;

const COLUMNS =
  "c.platform_customer_id, e.type_code, e.amount_minor, e.unit, e.status, e.message, e.order_gid, e.order_name, e.used_in, e.created_at";
const JOINED =
  "credit_entries e JOIN customers c ON c.shop_id = e.shop_id AND c.id = e.customer_id WHERE e.shop_id = 1";

/** Pages and whole exports of a store with 1,500,000 entries of credit, and as many lines in the timeline of its members. */
export async function measureExports(): Promise<BenchRow[]> {
  const store = await openExportStore();
  try {
    const idle = await settledMemory(store);
    return [
      ...(await measurePages(store)),
      await measureDepth(store),
      ...(await measureWhole(store, idle)),
      ...(await measureCollections(store, idle)),
    ];
  } finally {
    await store.close();
  }
}

async function measurePages(store: ExportStore): Promise<BenchRow[]> {
  const middle = String(ENTRIES / 2);
  const ledger = await besideCopy(
    store,
    () => store.readExport(LEDGER, { since_id: middle }),
    `SELECT ${COLUMNS} FROM ${JOINED} AND e.id > ${middle} AND e.unit = 'money' AND e.status = 0 ORDER BY e.id LIMIT 10000`,
  );
  const history = await besideCopy(
    store,
    () => store.readExport(HISTORY),
    `SELECT ${COLUMNS} FROM ${JOINED} AND e.status IN (0, 1) ORDER BY e.created_at DESC, e.id DESC LIMIT ${HISTORY_PAGE}`,
  );
  return [
    toRow("export-others store-credits", ledger, 1.2, "COPY of 10,000 rows"),
    toRow("export-others credits-history", history, 1.2, "COPY of 1,000 rows"),
  ];
}

async function measureDepth(store: ExportStore): Promise<BenchRow> {
  const page = (number: number) => store.readExport(HISTORY, { page: String(number) });
  const last = ENTRIES / HISTORY_PAGE;
  await page(last);
  const times = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < 3 * ROUNDS; round += 1) {
    times.baseline.push((await page(1)).milliseconds);
    times.ours.push((await page(last)).milliseconds);
  }
  return toRow("export-depth credits-history", times, 1.1, "first page");
}

async function measureWhole(store: ExportStore, idle: number): Promise<BenchRow[]> {
  const pages: number[] = [];
  let most = idle;
  for (let since = "0", hasMore = true; hasMore; ) {
    const { milliseconds, end } = await store.readExport(LEDGER, { since_id: since });
    pages.push(milliseconds);
    most = Math.max(most, await store.readMemory());
    since = /"last_id":(\d+)/.exec(end)?.[1] ?? "";
    hasMore = end.includes('"has_more":true');
  }
  const slowest = Math.max(...pages) / median(pages);
  return [
    {
      name: "export-all store-credits",
      ours: `${pages.length} pages, ${megabytes(most - idle)} above idle`,
      baseline: `median page ${median(pages).toFixed(0)} ms`,
      ratio: `slowest ${slowest.toFixed(1)}`,
      target: "≤ 100 MB, ≤ 3",
      met: most - idle <= MEMORY_LIMIT && slowest <= 3,
    },
  ];
}

const TOPICS = ["store_credit_history", "activity_log_m", "member", "subscription_contract"];

async function measureCollections(store: ExportStore, idle: number): Promise<BenchRow[]> {
  await store.addMemberships();
  const rows: BenchRow[] = [];
  for (const topic of TOPICS) {
    const begun = performance.now();
    let isDone = false;
    const collection = store.readCollection(topic).finally(() => {
      isDone = true;
    });
    let most = idle;
    while (!isDone) most = Math.max(most, await store.readMemory());
    const { bytes } = await collection;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    rows.push({
      name: `export-all collection ${topic}`,
      ours: `${megabytes(bytes)} in ${seconds} s, ${megabytes(most - idle)} above idle`,
      baseline: "–",
      ratio: "–",
      target: "≤ 100 MB",
      met: most - idle <= MEMORY_LIMIT,
    });
  }
  return rows;
}

/** After a first page: what the process needs for any export is there. */
async function settledMemory(store: ExportStore): Promise<number> {
  await store.readExport(HISTORY);
  return store.readMemory();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}
