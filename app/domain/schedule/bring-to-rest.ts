import { setTimeout as delay } from "node:timers/promises";
import type { Queries } from "#app/lib/db.ts";
import {
  countRunnableJobs,
  hastenRetries,
  readWaitingRetries,
  type WaitingRetry,
} from "#app/lib/queue.ts";

const LOOK_EVERY_MS = 10;

/** How a store came to rest. */
export interface Rest {
  /** Whether there was anything to do; "late" when it was not done in time. */
  outcome: "done" | "nothing" | "late";
  /** What has failed again and is left to the worker: the store is not done with it. */
  failing: readonly WaitingRetry[];
}

/**
 * Waits until a worker has done all that the store has to do now. A job that has failed does not wait for its next attempt: it
 * is tried once more, and only what fails then too is left to the worker.
 *
 * @param tried the places of jobs that were tried once more before; those that are tried here are added.
 * @param patienceMs how long all of that may take.
 */
export async function bringToRest(
  queries: Queries,
  shopId: bigint,
  patienceMs: number,
  tried = new Set<string>(),
): Promise<Rest> {
  const deadline = performance.now() + patienceMs;
  let outcome: "done" | "nothing" = "nothing";
  for (;;) {
    while ((await countRunnableJobs(queries, shopId)) > 0) {
      outcome = "done";
      if (performance.now() > deadline) return { outcome: "late", failing: [] };
      await delay(LOOK_EVERY_MS);
    }
    const failing = await readWaitingRetries(queries, shopId);
    const places = failing.map(({ place }) => place).filter((place) => !tried.has(place));
    if (places.length === 0) return { outcome, failing };
    await hastenRetries(queries, shopId, places);
    for (const place of places) tried.add(place);
  }
}

/** What failed, in a line: `publish-customer: the platform answered 503`. */
export function describeRetry({ name, error }: WaitingRetry): string {
  return error === null ? name : `${name}: ${error}`;
}
