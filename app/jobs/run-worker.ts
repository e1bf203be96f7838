import { EventEmitter } from "node:events";
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type { AppContext } from "#app/domain/context.ts";
import { beginWorker } from "#app/lib/worker-presence.ts";
import type { Job } from "./define-job.ts";
import { collectCustomerDataJob } from "./tasks/collect-customer-data.ts";
import { dispatchEventsJob } from "./tasks/dispatch-events.ts";
import { eraseCustomerJob } from "./tasks/erase-customer.ts";
import { eraseShopJob } from "./tasks/erase-shop.ts";
import { importShopJob } from "./tasks/import-shop.ts";
import { publishCancelFlowJob } from "./tasks/publish-cancel-flow.ts";
import { publishCustomerJob } from "./tasks/publish-customer.ts";
import { publishStoreCreditJob } from "./tasks/publish-store-credit.ts";
import { purgeExpiredRowsJob } from "./tasks/purge-expired-rows.ts";
import { refreshContractJob } from "./tasks/refresh-contract.ts";
import { refreshCustomerJob } from "./tasks/refresh-customer.ts";
import { runDueTasksJob } from "./tasks/run-due-tasks.ts";
import { runSubscriberJob } from "./tasks/run-subscriber.ts";
import { settleActivationJob } from "./tasks/settle-activation.ts";
import { settleOrderCreditJob } from "./tasks/settle-order-credit.ts";
import { sweepDueTasksJob } from "./tasks/sweep-due-tasks.ts";
import { sweepEventsJob } from "./tasks/sweep-events.ts";

const JOBS: readonly Job[] = [
  importShopJob,
  refreshContractJob,
  refreshCustomerJob,
  publishCustomerJob,
  publishCancelFlowJob,
  settleActivationJob,
  settleOrderCreditJob,
  publishStoreCreditJob,
  dispatchEventsJob,
  runSubscriberJob,
  runDueTasksJob,
  sweepDueTasksJob,
  purgeExpiredRowsJob,
  sweepEventsJob,
  eraseCustomerJob,
  collectCustomerDataJob,
  eraseShopJob,
];

/** What is started by the clock alone. */
const CLOCK = [
  "* * * * * sweep-due-tasks ?max=1",
  "* * * * * sweep-events ?max=1",
  "17 * * * * purge-expired-rows ?max=1",
].join("\n");

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

/** @returns the runner, and the name under which it locks its jobs. */
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
    crontab: CLOCK,
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 1000,
  });
  return { runner, name };
}

function taskListOf(app: AppContext): TaskList {
  const taskList: TaskList = {};
  for (const job of JOBS) {
    taskList[job.name] = async (payload, helpers) => {
      try {
        await job.run(app, payload, helpers);
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
