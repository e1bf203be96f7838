import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { readStatementCosts } from "#tests/support/counting-postgres.ts";
import type { OwnProcesses } from "#tests/support/own-processes.ts";
import { type OwnStore, quietOwnStore } from "#tests/support/own-store.ts";
import { readState } from "#tests/support/read-state.ts";
import type { RunningDevstore } from "#tests/support/start-devstore.ts";
import { type Cost, mapCost, sum } from "./cost.ts";

const TICKS_A_SECOND = 100;
const TAKES_JOBS = /update "graphile_worker"\._private_jobs .*attempts = jobs\.attempts \+/s;

/** An app whose costs are counted. */
export interface Counted {
  devstore: RunningDevstore;
  processes: OwnProcesses;
  store: OwnStore;
  databaseUrl: string;
}

/** What was used up in some time. */
interface Measured {
  cost: Cost;
  tookMs: number;
}

/** What an app costs in a millisecond in which nothing happens, as it was for so long. */
export async function idleCost(counted: Counted, waitMs: number): Promise<Cost> {
  const { cost, tookMs } = await costOf(counted, () => delay(waitMs));
  return mapCost((name) => cost[name] / tookMs);
}

/** What something costs until the app is at rest, and how long that takes. */
export async function costOf(counted: Counted, act: () => Promise<void>): Promise<Measured> {
  const [began, before] = [performance.now(), await readCost(counted)];
  await settled(counted, act);
  const [ended, after] = [performance.now(), await readCost(counted)];
  return { cost: mapCost((name) => after[name] - before[name]), tookMs: ended - began };
}

/** What each of some has cost, without what the app costs anyway. */
export function withoutIdle({ cost, tookMs }: Measured, idle: Cost, many = 1): Cost {
  return mapCost((name) => (cost[name] - idle[name] * tookMs) / many);
}

export async function settled(
  { processes, store }: Counted,
  act: () => Promise<void>,
): Promise<void> {
  await act();
  await quietOwnStore(store, processes);
}

async function readCost({ databaseUrl, processes, store }: Counted): Promise<Cost> {
  const [wal] = await processes.query("SELECT pg_current_wal_lsn() - '0/0' AS bytes");
  // A job was begun for each row of the statement that takes jobs.
  const taken = [...(await readStatementCosts(databaseUrl)).values()].filter(({ text }) =>
    TAKES_JOBS.test(text),
  );
  const { answered: calls, points_used: points } = (await readState(store)).controls.throttle;
  return {
    ...processes.postgresUse(),
    walKilobytes: Number(wal?.bytes) / 1000,
    jobs: sum(taken.map(({ rows }) => rows)),
    calls,
    points,
    cpuMs: sum(processes.pids().map(cpuMs)),
  };
}

/** What a process has computed so far, in milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return ((user + system) * 1000) / TICKS_A_SECOND;
}
