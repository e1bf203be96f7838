import { readQueueLag } from "#app/lib/queue.ts";
import { isWorkerPresent } from "#app/lib/worker-presence.ts";
import { type Check, failing, type InstallationFacts, ok, warning } from "../check.ts";

const LATE_SECONDS = 60;

/** A worker runs, and keeps up. */
export const workerCheck: Check<InstallationFacts> = {
  name: "Worker",
  async run({ pool }) {
    const { waiting, oldestSeconds } = await readQueueLag(pool);
    const queue =
      waiting === 0
        ? "no job waits"
        : `${waiting} ${waiting === 1 ? "job waits" : "jobs wait"}, the oldest for ${oldestSeconds} s`;
    if (!(await isWorkerPresent(pool))) {
      return failing(
        `No worker is running; ${queue}.`,
        "Start npm run serve, which starts one and restarts it when it ends; see its log for why it ended.",
      );
    }
    if (oldestSeconds > LATE_SECONDS) {
      return warning(
        `A worker is running; ${queue}.`,
        "Look again in a minute. If it grows, see the log for jobs that fail, or run npm run serve on a second machine.",
      );
    }
    return ok(`A worker is running; ${queue}.`);
  },
};
