import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { migrateDatabase } from "#scripts/migrate-database.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { projectRoot } from "#scripts/project-root.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { measureLoad } from "./measure-load.ts";

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 64;

/** What a key and the limits cost a trivial core route: the same route with and without, in turns. */
export async function measureAdmit(): Promise<BenchRow[]> {
  const postgres = await startTemporaryPostgres();
  try {
    await migrateDatabase(postgres.databaseUrl);
    const child = spawn(process.execPath, [join(projectRoot, "tests/bench/admit-server.ts")], {
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
      },
    });
    const [{ port, secret }] = (await once(child, "message")) as [{ port: number; secret: string }];
    const address = `http://127.0.0.1:${port}`;
    const headers = { authorization: `Bearer ${secret}` };
    const load = { headers, connections: CONNECTIONS };
    const rounds: { ours: number; baseline: number }[] = [];
    await measureLoad({ ...load, url: `${address}/with`, seconds: 2 });
    await measureLoad({ ...load, url: `${address}/without`, seconds: 2 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const baseline = await measureLoad({ ...load, url: `${address}/without`, seconds: SECONDS });
      const ours = await measureLoad({ ...load, url: `${address}/with`, seconds: SECONDS });
      rounds.push({ ours, baseline });
    }
    child.disconnect();
    await once(child, "exit");
    const cost = median(rounds.map(({ ours, baseline }) => 1 - ours / baseline));
    return [
      {
        name: "admit",
        ours: `${Math.round(median(rounds.map(({ ours }) => ours)))} req/s`,
        baseline: `${Math.round(median(rounds.map(({ baseline }) => baseline)))} req/s without`,
        ratio: `${(cost * 100).toFixed(1)} % cost`,
        target: "≤ 10 %",
        met: cost <= 0.1,
      },
    ];
  } finally {
    await postgres.stop();
  }
}
