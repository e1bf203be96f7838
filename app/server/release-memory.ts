import type { Server } from "node:http";
import { collectGarbage } from "./collect-garbage.ts";

const EVERY_MS = 15_000;
/** Fewer requests than that, and the process counts as idle: health checks go on. */
const IDLE_REQUESTS = 15;
const GROWN = 1.25;

/**
 * Gives back to the machine what a crowd has left behind. The engine collects garbage while it allocates, never while a
 * process rests: without this one that has worked hard keeps all that it ever took.
 */
export function releaseMemory(server: Server): void {
  let requests = 0;
  let kept = 0;
  server.on("request", () => {
    requests += 1;
  });
  setInterval(async () => {
    const isIdle = requests < IDLE_REQUESTS;
    requests = 0;
    if (!isIdle || process.memoryUsage.rss() < kept * GROWN) return;
    await collectGarbage();
    kept = process.memoryUsage.rss();
  }, EVERY_MS).unref();
}
