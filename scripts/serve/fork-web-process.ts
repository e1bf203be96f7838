import cluster from "node:cluster";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot } from "#scripts/files/project-root.ts";
import { memorySettings } from "../process/memory-settings.ts";
import { stopProcess } from "../start/stop-process.ts";
import type { DrainableService } from "./keep-running.ts";

const script = join(projectRoot, "app", "main-web.ts");

/** Longer than any request but the largest exports, whose readers begin again. */
const DRAIN_MS = 60_000;

/**
 * Starts one more web process on the shared port: this process accepts the connections and hands
 * them round, so the web program knows nothing about the others.
 */
export function forkWebProcess(): DrainableService {
  cluster.setupPrimary({ exec: script, cwd: projectRoot });
  const memory = memorySettings(process.env);
  const worker = cluster.fork({ ...memory, TZ: "UTC", NODE_ENV: "production" });
  const ready = new Promise<number | null>((resolve) => {
    worker.on("message", (message) => {
      if (typeof message === "object" && message !== null && "ready" in message) resolve(null);
    });
  });
  const name = "web server";
  const ended = new Promise<string>((resolve) => {
    worker.once("error", (error) => resolve(`The ${name} could not be run (${error.message}).`));
    worker.once("exit", (code, signal) => {
      resolve(`The ${name} ended unexpectedly (${signal ?? `code ${code}`}).`);
    });
  });
  const pid = worker.process.pid ?? 0;
  const stop = () => stopProcess(pid, ended);
  const drain = async () => {
    const giveUp = new AbortController();
    // A process that has died takes no message.
    worker.send({ drain: true }, () => {});
    await Promise.race([ended, delay(DRAIN_MS, null, { signal: giveUp.signal }).catch(() => {})]);
    giveUp.abort();
    await stop();
  };
  return { name, pid, script, ready, ended, stop, drain };
}
