import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { measureLoad } from "./measure-load.ts";

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
    const child = spawn(process.execPath, [join(projectRoot, "tests/bench/list-server.ts")], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        TZ: "UTC",
        APP_URL: "http://127.0.0.1",
        DATABASE_URL: postgres.databaseUrl,
        SHOPIFY_API_KEY: "bench",
        SHOPIFY_API_SECRET: randomBytes(32).toString("hex"),
        TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
        LOG_LEVEL: "error",
        BENCH_MEMBERS: String(MEMBERS),
      },
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
