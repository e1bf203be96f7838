import { EventEmitter } from "node:events";
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type { AppContext } from "#app/domain/context.ts";
import { beginWorker } from "#app/lib/worker-presence.ts";
import { CLOCK_JOBS } from "./clock-jobs.ts";
import { SHOP_JOBS } from "./shop-jobs.ts";

/**
 * Starts the worker on the process's own pool. A job that throws is tried again by the queue with
 * growing pauses; its error is logged without personal data.
 *
 * @returns a function that stops it once its jobs are done; call it before closing the database.
 */
export async function runWorker(
  app: AppContext,
  concurrency: number,
): Promise<() => Promise<void>> {
  const { runner, leave } = await beginWorker(app.db.pool, () => startRunner(app, concurrency));
  return async () => {
    await runner.stop();
    leave();
  };
}

/** @returns the runner and the name under which it locks its jobs. */
async function startRunner(
  app: AppContext,
  concurrency: number,
): Promise<{ runner: Runner; name: string }> {
  let name = "";
  const events: WorkerEvents = new EventEmitter();
  events.once("pool:create", ({ workerPool }) => {
    name = workerPool.id;
  });
  const runner = await run({
    logger: queueLogger(app.log),
    pgPool: app.db.pool,
    taskList: taskListOf(app),
    crontab: CLOCK_JOBS.map(({ at, name }) => `${at} ${name} ?max=1`).join("\n"),
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 1000,
  });
  return { runner, name };
}

function taskListOf(app: AppContext): TaskList {
  const taskList: TaskList = {};
  for (const job of [...SHOP_JOBS, ...CLOCK_JOBS]) {
    taskList[job.name] = async (payload, helpers) => {
      try {
        await job.run(app, payload, helpers.job.locked_by ?? "");
      } catch (error) {
        app.log.warn({ err: error, job: job.name, attempt: helpers.job.attempts }, "a job failed");
        throw error;
      }
    };
  }
  return taskList;
}

/** The queue's own warnings and errors; what a job did is logged by us. */
function queueLogger(log: AppContext["log"]): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error({ from: "queue" }, message);
    if (level === "warning") log.warn({ from: "queue" }, message);
  });
}
