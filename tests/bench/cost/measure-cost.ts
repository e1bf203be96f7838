import type { BenchRow } from "../bench-row.ts";
import { lowestOf, rowOf } from "./cost.ts";
import { startCostStore } from "./cost-store.ts";
import { costOf, idleCost, settled, withoutIdle } from "./read-cost.ts";
import { thingsOf } from "./things.ts";

// What one thing that happens costs, wherever it leads: everything that the app does until it is at rest, divided by how many there
// were. The web process and one worker run as in production, on a PostgreSQL as in production.

/** Fewer where a machine has little time: BENCH_AT_ONCE. */
const AT_ONCE = Number(process.env.BENCH_AT_ONCE ?? 1_000);

/** In which everything happens once that happens every minute. */
const IDLE_MS = 60_000;

export async function measureCost(): Promise<BenchRow[]> {
  const { bench, close } = await startCostStore({ atOnce: AT_ONCE, asInProduction: true });
  try {
    const measured = [];
    for (const { name, first, singles, many, atOnce } of thingsOf(bench)) {
      await settled(bench, first);
      const alone = [];
      for (const one of singles) alone.push(await costOf(bench, one));
      measured.push({ name, alone, many, together: await costOf(bench, atOnce) });
    }
    const idle = await idleCost(bench, IDLE_MS);
    return measured.flatMap(({ name, alone, many, together }) => [
      rowOf(`${name}, single`, lowestOf(alone.map((one) => withoutIdle(one, idle)))),
      rowOf(`${name}, at once`, withoutIdle(together, idle, many)),
    ]);
  } finally {
    await close();
  }
}
