import type { Server } from "node:http";
import { collectGarbage } from "./collect-garbage.ts";

const EVERY_MS = 15_000;
/** Fewer requests than that, and the process counts as idle: health checks go on. */
const IDLE_REQUESTS = 15;
/** Looks after a crowd: at once, and when whoever held a connection on has had to let it go. */
const LOOKS = [1, 4];
const GROWN = 1.25;

/**
 * Gives back to the machine what a crowd has left behind. The engine collects garbage while it allocates, never while a
 * process rests: without this one that has worked hard keeps all that it ever took.
 */
export function releaseMemory(server: Server): void {
  let requests = 0;
  let idleTurns = Number.POSITIVE_INFINITY;
  let leastBytes = Number.POSITIVE_INFINITY;
  server.on("request", () => {
    requests += 1;
  });
  setInterval(async () => {
    const bytes = process.memoryUsage.rss();
    idleTurns = requests < IDLE_REQUESTS ? idleTurns + 1 : 0;
    requests = 0;
    if (LOOKS.includes(idleTurns) && bytes > leastBytes * GROWN) await collectGarbage();
    leastBytes = Math.min(leastBytes, bytes);
  }, EVERY_MS).unref();
}
