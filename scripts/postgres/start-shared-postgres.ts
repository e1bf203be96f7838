import type { RunningPostgres } from "./start-postgres.ts";
import { startTemporaryPostgres } from "./start-temporary-postgres.ts";

/**
 * Starts the PostgreSQL that all tests of a run share. Where it ends before it is asked to, the run says why at once: what fails from
 * then on fails for want of it.
 */
export async function startSharedPostgres(): Promise<RunningPostgres> {
  const postgres = await startTemporaryPostgres({ inMemory: true });
  let isAsked = false;
  void postgres.ended.then((why) => {
    if (!isAsked) console.error(`The server of all tests is gone. ${why}`);
  });
  return {
    ...postgres,
    stop: () => {
      isAsked = true;
      return postgres.stop();
    },
  };
}
