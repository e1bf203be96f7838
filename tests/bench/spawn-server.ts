import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import { memorySettings } from "#scripts/process/memory-settings.ts";

/** Starts a server of a bench in a process of its own; it says over its channel where it listens, and ends with the channel. */
export function spawnServer(
  file: string,
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [join(projectRoot, "tests/bench", file)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...memorySettings(process.env),
      ...process.env,
      TZ: "UTC",
      APP_URL: "http://127.0.0.1",
      DATABASE_URL: databaseUrl,
      SHOPIFY_API_KEY: "bench",
      SHOPIFY_API_SECRET: randomBytes(32).toString("hex"),
      TOKEN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      LOG_LEVEL: "error",
      ...more,
    },
  });
}
