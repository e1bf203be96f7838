import { setTimeout as delay } from "node:timers/promises";
import type { Queries } from "#app/lib/db.ts";
import { countRunnableJobs, hastenFailedJobs } from "#app/lib/queue.ts";

const LOOK_EVERY_MS = 10;

/**
 * Waits until a worker has done all that the store has to do now. A job that has failed does not wait for its next attempt: it
 * is tried once more, and only what fails then too is left to the worker.
 *
 * @param tried the ids of jobs that were tried once more before; those that are tried here are added.
 * @returns whether there was anything to do; "late" when it was not done within `patienceMs`.
 */
export async function bringToRest(
  queries: Queries,
  shopId: bigint,
  patienceMs: number,
  tried = new Set<bigint>(),
): Promise<"done" | "nothing" | "late"> {
  const deadline = performance.now() + patienceMs;
  let outcome: "done" | "nothing" = "nothing";
  for (;;) {
    while ((await countRunnableJobs(queries, shopId)) > 0) {
      outcome = "done";
      if (performance.now() > deadline) return "late";
      await delay(LOOK_EVERY_MS);
    }
    const hastened = await hastenFailedJobs(queries, shopId, tried);
    if (hastened.length === 0) return outcome;
    for (const id of hastened) tried.add(id);
  }
}
