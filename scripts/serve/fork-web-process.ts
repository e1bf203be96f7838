import cluster from "node:cluster";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";
import type { Service } from "../start/spawn-service.ts";
import { stopProcess } from "../start/stop-process.ts";

const script = join(projectRoot, "app", "main-web.ts");

/**
 * Starts one more web process on the shared port: this process accepts the connections and hands
 * them round, so the web program knows nothing about the others.
 */
export function forkWebProcess(): Service {
  cluster.setupPrimary({ exec: script, cwd: projectRoot });
  const worker = cluster.fork({ TZ: "UTC", NODE_ENV: "production" });
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
  return { name, pid, script, ready, ended, stop: () => stopProcess(pid, ended) };
}
