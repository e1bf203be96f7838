import { setTimeout as delay } from "node:timers/promises";
import type { AppContext } from "#app/domain/context.ts";

const RETRY_MS = 1_000;

/**
 * Resolves once the database answers. One that is being started again takes a moment: a process that ended for it would
 * be started again and again until its supervisor gives up.
 */
export async function awaitDatabase({ db, log }: Pick<AppContext, "db" | "log">): Promise<void> {
  for (;;) {
    try {
      await db.pool.query("SELECT 1");
      return;
    } catch (error) {
      log.warn({ err: error }, "the database does not answer: asking again");
      await delay(RETRY_MS);
    }
  }
}
