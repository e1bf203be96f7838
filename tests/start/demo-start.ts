import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPostmasterFile } from "#scripts/postgres/postmaster-file.ts";
import type { DemoParts } from "#scripts/start/demo-file.ts";
import type { NotedService } from "#scripts/start/end-left-services.ts";
import { takeTestPort } from "#tests/support/test-port.ts";
import { waitUntil } from "#tests/support/wait-until.ts";
import { type RunningCommand, runCommand } from "./run-command.ts";

/** What a ready start has written into `demo.json`. */
export interface DemoFile extends DemoParts {
  ready: true;
  app_url: string;
  store_url: string;
  admin_url: string;
  base_url: string;
  credit_url: string;
  legacy_credit_url: string;
  proxy_base: string;
}

/** The true `npm start`, running. */
export interface DemoStart extends RunningCommand {
  dataDirectory: string;
  port: number;
  devstorePort: number;
}

/** For a start that fills a store: a minute's work, and more on a machine that has other work. */
const FILLED_AFTER_MS = 300_000;

/** The limit of a test that begins with such a start. */
export const FIRST_START_MS = FILLED_AFTER_MS + 180_000;

/** Runs `npm start` on a data directory, on free ports. */
export async function startDemo(
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<DemoStart> {
  const [port, devstorePort] = [await takeTestPort(), await takeTestPort()];
  const run = runCommand("start", {
    PORT: String(port),
    DEVSTORE_PORT: String(devstorePort),
    DATA_DIR: dataDirectory,
    ...environment,
  });
  return { ...run, dataDirectory, port, devstorePort };
}

/** Returns what it has written once it is ready; throws when it ends before. */
export async function untilReady(run: DemoStart): Promise<DemoFile> {
  let ended = false;
  void run.ended.then(() => {
    ended = true;
  });
  await waitUntil(() => ended || run.stdout().includes("Perennial is ready"), {
    givenUpAfterMs: FILLED_AFTER_MS,
  });
  if (ended) throw new Error(`it ended: ${run.stdout()}${run.stderr()}`);
  return readDemoFile(run.dataDirectory);
}

export function readDemoFile(directory: string): DemoFile {
  return JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
}

/** Everything that belongs to a running start: itself, its services, its PostgreSQL. */
export function processesOf(run: DemoStart): number[] {
  const services = JSON.parse(
    readFileSync(join(run.dataDirectory, "services.json"), "utf8"),
  ) as NotedService[];
  const postgres = readPostmasterFile(join(run.dataDirectory, "postgres", "cluster"));
  const own = [run.child.pid ?? 0, ...services.map(({ pid }) => pid)];
  return postgres === null ? own : [...own, postgres.pid];
}
