import { once } from "node:events";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { measureLoad } from "./measure-load.ts";
import { spawnServer } from "./spawn-server.ts";

const MEMBERS = 1_000_000;
const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;
const TARGET = 0.9;

/** Pages of 50 out of a million members and subscriptions, filtered by state and plan, against the same SQL bare. */
export async function measureList(): Promise<BenchRow[]> {
  const postgres = await startTemporaryPostgres();
  try {
    await migrateDatabase(postgres.databaseUrl);
    const child = spawnServer("list-server.ts", postgres.databaseUrl, {
      BENCH_MEMBERS: String(MEMBERS),
    });
    const [{ port, barePort, secret, planId }] = (await once(child, "message")) as [
      { port: number; barePort: number; secret: string; planId: string },
    ];
    const headers = { authorization: `Bearer ${secret}` };
    const load = { connections: CONNECTIONS, seconds: SECONDS };
    const rows: BenchRow[] = [];
    for (const list of ["members", "subscriptions"]) {
      const query = `limit=50&status=active&plan_id=plan_${planId}`;
      const ours = { ...load, headers, url: `http://127.0.0.1:${port}/${list}?${query}` };
      const bare = { ...load, url: `http://127.0.0.1:${barePort}/${list}` };
      for (const one of [ours, bare]) await measureLoad(one);
      const rounds: { ours: number; bare: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({
          ours: (await measureLoad(ours)).perSecond,
          bare: (await measureLoad(bare)).perSecond,
        });
      }
      const ratio = median(rounds.map((round) => round.ours / round.bare));
      rows.push({
        name: `list, ${list}`,
        ours: `${Math.round(median(rounds.map((round) => round.ours)))} req/s`,
        baseline: `${Math.round(median(rounds.map((round) => round.bare)))} req/s bare`,
        ratio: ratio.toFixed(2),
        target: `≥ ${TARGET}`,
        met: ratio >= TARGET,
      });
    }
    child.disconnect();
    await once(child, "exit");
    return rows;
  } finally {
    await postgres.stop();
  }
}
