import { readDryRun } from "#app/domain/loyalty/dry-run/read-dry-run.ts";
import { runDryRun } from "#app/domain/loyalty/dry-run/run-dry-run.ts";
import { startDryRun } from "#app/domain/loyalty/dry-run/start-dry-run.ts";
import { liveMemory } from "#tests/bench/live-memory.ts";
import type { BenchRow } from "./bench-row.ts";
import { ORDERS, openSeededStore } from "./export-store.ts";
import { runCopy } from "./run-copy.ts";

const MEMORY_LIMIT = 100_000_000;
const SECONDS = 30;
const LOOK_EVERY_MS = 2_000;
/** Fewer where a machine has little time: BENCH_ORDERS. */
const orders = Number(process.env.BENCH_ORDERS ?? ORDERS);

const RULE = {
  ...{ type: "points_for_purchases", settings: { points_per_dollar: 1 } },
  ...{ name: "Dry run", status: "draft", startDate: "2020-01-01" },
};

/** The least that a database has to do for such figures: one statement over the orders of the same time. */
const SUMS = `SELECT customer_id, count(*), sum(subtotal_minor - tax_minor) FROM orders
  WHERE shop_id = 1 AND processed_at >= now() - interval '12 months' GROUP BY customer_id`;

/** A loyalty rule over the past of a store with a million orders of 100,000 customers. */
export async function measureDryRun(): Promise<BenchRow[]> {
  const store = await openSeededStore(orders, { facts: true });
  try {
    const { context } = store;
    const summed = await runCopy(store.databaseUrl, SUMS);
    const id = await startDryRun(context, { key: "bench", input: RULE });
    const idle = await liveMemory();
    let most = idle;
    const look = setInterval(async () => {
      const live = await liveMemory();
      most = Math.max(most, live);
    }, LOOK_EVERY_MS);
    const begun = performance.now();
    await runDryRun(context, id);
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(look);
    const { isDone, year } = await readDryRun(context, id);
    const megabytes = ((most - idle) / 1_000_000).toFixed(0);
    return [
      {
        name: `dry-run ${orders} orders`,
        ours: `${seconds.toFixed(1)} s for ${year.completions} rewards, ${megabytes} MB above idle`,
        baseline: `one SELECT … GROUP BY ${(summed / 1000).toFixed(1)} s`,
        ratio: `${((1000 * seconds) / summed).toFixed(1)}×`,
        target: "done in ≤ 30 s, ≤ 100 MB",
        met: isDone && seconds <= SECONDS && most - idle <= MEMORY_LIMIT,
      },
    ];
  } finally {
    await store.close();
  }
}
