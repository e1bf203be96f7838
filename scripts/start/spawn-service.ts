import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import { memorySettings } from "../process/memory-settings.ts";
import type { SupervisedProcess } from "./process-group.ts";
import { stopProcess } from "./stop-process.ts";

export interface Service extends SupervisedProcess {
  /** Process number; 0 when it could not be run. */
  pid: number;
  /** The program's file. */
  script: string;
  /**
   * Resolves, to the port where the service listens if it says one, when it can be used; never
   * settles when it dies before.
   */
  ready: Promise<number | null>;
}

/**
 * Starts one of our own programs. It reports that it is ready with the message `{ ready: true, port? }`, and
 * ends by itself when the channel to us breaks, so it never outlives us. It runs in a separate process group,
 * so Ctrl-C at the terminal reaches only us.
 */
export function spawnService(
  name: string,
  script: string,
  environment: Record<string, string>,
): Service {
  const path = join(projectRoot, script);
  // What a service writes (the development store's state, for one) is readable only by its owner.
  const before = process.umask(0o077);
  const child = spawn(process.execPath, [path], {
    cwd: projectRoot,
    env: { ...memorySettings(process.env), ...process.env, TZ: "UTC", ...environment },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
  process.umask(before);
  const ready = new Promise<number | null>((resolve) => {
    child.on("message", (message) => {
      if (typeof message !== "object" || message === null || !("ready" in message)) return;
      resolve("port" in message && typeof message.port === "number" ? message.port : null);
    });
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`The ${name} could not be run (${error.message}).`));
    child.once("exit", (code, signal) => {
      const how = signal === null ? `code ${code}` : signal;
      resolve(`The ${name} ended unexpectedly (${how}).`);
    });
  });
  const pid = child.pid ?? 0;
  return { name, pid, script: path, ready, ended, stop: () => stopProcess(pid, ended) };
}
