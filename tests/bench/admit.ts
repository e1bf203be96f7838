import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { type Load, measureLoad } from "./measure-load.ts";
import { spawnServer } from "./spawn-server.ts";

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 64;
const TARGET = 0.1;

interface Cost {
  perSecond: number;
  cpuMicroseconds: number;
}

/**
 * What a key and the limits cost a trivial core route: the same route without them, with limits out of reach, and
 * with the enterprise plan's limits (most requests are refused), in turns.
 */
export async function measureAdmit(): Promise<BenchRow[]> {
  const postgres = await startTemporaryPostgres();
  try {
    await migrateDatabase(postgres.databaseUrl);
    const child = spawnServer("admit-server.ts", postgres.databaseUrl);
    const [{ port, secret }] = (await once(child, "message")) as [{ port: number; secret: string }];
    const measure = (path: string) =>
      measureCost(child, {
        url: `http://127.0.0.1:${port}${path}`,
        headers: { authorization: `Bearer ${secret}` },
        connections: CONNECTIONS,
        seconds: SECONDS,
        refusals: path === "/enterprise",
      });
    for (const path of ["/without", "/with", "/enterprise"]) await measure(path);
    const rounds: { without: Cost; granted: Cost; enterprise: Cost }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        without: await measure("/without"),
        granted: await measure("/with"),
        enterprise: await measure("/enterprise"),
      });
    }
    child.disconnect();
    await once(child, "exit");
    const compare = (name: string, kind: "granted" | "enterprise") =>
      toRows(
        name,
        rounds.map((round) => ({ ours: round[kind], baseline: round.without })),
      );
    return [...compare("admit", "granted"), ...compare("admit, enterprise limits", "enterprise")];
  } finally {
    await postgres.stop();
  }
}

/** The server's own processor time a request is what survives noise on the machine. */
async function measureCost(server: ChildProcess, load: Load): Promise<Cost> {
  const before = await readCpuUsage(server);
  const { answers, perSecond } = await measureLoad(load);
  const after = await readCpuUsage(server);
  const cpu = after.user + after.system - before.user - before.system;
  return { perSecond, cpuMicroseconds: cpu / answers };
}

async function readCpuUsage(server: ChildProcess): Promise<NodeJS.CpuUsage> {
  const answer = once(server, "message");
  server.send("cpu");
  return (await answer)[0] as NodeJS.CpuUsage;
}

function toRows(name: string, rounds: { ours: Cost; baseline: Cost }[]): BenchRow[] {
  const slower = median(
    rounds.map(({ ours, baseline }) => 1 - ours.perSecond / baseline.perSecond),
  );
  const dearer = median(
    rounds.map(({ ours, baseline }) => ours.cpuMicroseconds / baseline.cpuMicroseconds - 1),
  );
  const middle = (pick: (round: { ours: Cost; baseline: Cost }) => number) =>
    median(rounds.map(pick));
  return [
    {
      name,
      ours: `${middle(({ ours }) => ours.cpuMicroseconds).toFixed(1)} µs CPU`,
      baseline: `${middle(({ baseline }) => baseline.cpuMicroseconds).toFixed(1)} µs without`,
      ratio: percent(dearer),
      target: `≤ ${percent(TARGET)}`,
      met: dearer <= TARGET,
    },
    {
      name,
      ours: `${Math.round(middle(({ ours }) => ours.perSecond))} req/s`,
      baseline: `${Math.round(middle(({ baseline }) => baseline.perSecond))} req/s without`,
      ratio: percent(slower),
      target: `≤ ${percent(TARGET)}`,
      met: slower <= TARGET,
    },
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
