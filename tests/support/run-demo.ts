import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot } from "#scripts/files/project-root.ts";
import { findFreePort } from "#scripts/process/find-free-port.ts";
import type { DemoParts } from "#scripts/start/demo-file.ts";
import { stopProcess } from "#scripts/start/stop-process.ts";

/** What a test or a script reads of `demo.json`. */
export interface DemoFile extends DemoParts {
  ready: boolean;
  app_url: string;
  store_url: string;
  admin_url: string;
  credit_url: string;
  proxy_base: string;
}

export interface RunningDemo {
  demo: DemoFile;
  /** From the command to the demo file that says it is ready. */
  readyMs: number;
  stop: () => Promise<void>;
}

const patienceMs = 180_000;

/** A data directory for only the demos of this process. */
export function createDemoFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "perennial-demo-"));
  // As root, PostgreSQL's account has to pass it; else the database would be put elsewhere and stay there.
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs `npm start` on the data directory, with free ports, and returns when it is ready. */
export async function runDemo(dataDirectory: string): Promise<RunningDemo> {
  const port = await findFreePort();
  const devstorePort = await findFreePort();
  const { DATABASE_URL: _, ...environment } = process.env;
  const file = join(dataDirectory, "demo.json");
  const began = performance.now();
  const child = spawn("npm", ["start", "--silent"], {
    cwd: projectRoot,
    env: {
      ...environment,
      PORT: String(port),
      DEVSTORE_PORT: String(devstorePort),
      DATA_DIR: dataDirectory,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      isEnded = true;
      resolve();
    });
  });
  const stop = () => stopProcess(child.pid ?? 0, ended);
  while (!existsSync(file)) {
    if (isEnded) throw new Error(`The demo did not start:\n${said}`);
    if (performance.now() - began > patienceMs) {
      await stop();
      throw new Error(`The demo was not ready in ${patienceMs / 1000} s:\n${said}`);
    }
    await delay(5);
  }
  const readyMs = performance.now() - began;
  return { demo: JSON.parse(readFileSync(file, "utf8")) as DemoFile, readyMs, stop };
}
