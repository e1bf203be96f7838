import { EventEmitter } from "node:events";
import {
  type JobHelpers,
  Logger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { AppContext } from "#app/domain/context.ts";
import type { JobRequest } from "#app/lib/job-request.ts";
import { KeyLocks } from "#app/lib/key-locks.ts";
import { addJobs } from "#app/lib/queue.ts";
import { beginWorker } from "#app/lib/worker-presence.ts";
import type { Job, JointJob } from "./bind-job.ts";
import { CLOCK_JOBS } from "./clock-jobs.ts";
import { SerialJobs } from "./serial-jobs.ts";
import { SHOP_JOBS } from "./shop-jobs.ts";

/** A job of which another process runs one with the same key is tried again after this time. */
const LATER_MS = 250;
/** After so many failures what was to be done together is done one by one, so that one that fails keeps back no other. */
const MOST_TRIES_TOGETHER = 2;

/**
 * Starts the worker on the process's own pool. A job that throws is tried again by the queue with
 * growing pauses; its error is logged without personal data.
 *
 * @param clockJobs what it starts by the machine's clock; all of that unless said.
 * @returns a function that stops it once its jobs are done; call it before closing the database.
 */
export async function runWorker(
  app: AppContext,
  concurrency: number,
  clockJobs = CLOCK_JOBS,
): Promise<() => Promise<void>> {
  const locks = new KeyLocks(app.db.pool);
  const { runner, leave } = await beginWorker(app.db.pool, () =>
    startRunner(app, concurrency, clockJobs, new SerialJobs(locks)),
  );
  return async () => {
    await runner.stop();
    await locks.close();
    leave();
  };
}

/** @returns the runner and the name under which it locks its jobs. */
async function startRunner(
  app: AppContext,
  concurrency: number,
  clockJobs: typeof CLOCK_JOBS,
  serial: SerialJobs,
): Promise<{ runner: Runner; name: string }> {
  let name = "";
  const events: WorkerEvents = new EventEmitter();
  events.once("pool:create", ({ workerPool }) => {
    name = workerPool.id;
  });
  const runner = await run({
    logger: queueLogger(app.log),
    pgPool: app.db.pool,
    taskList: taskListOf(app, serial),
    crontab: clockJobs.map(({ at, name }) => `${at} ${name} ?max=1`).join("\n"),
    concurrency,
    events,
    noHandleSignals: true,
    pollInterval: 1000,
  });
  return { runner, name };
}

function taskListOf(app: AppContext, serial: SerialJobs): TaskList {
  const taskList: TaskList = {};
  for (const job of CLOCK_JOBS) {
    taskList[job.name] = (_payload, helpers) => noted(app, helpers, () => job.run(app));
  }
  for (const job of SHOP_JOBS) {
    const runsJob = job.isSerial ? runSerially(app, serial, job) : runAtOnce(app, job);
    taskList[job.name] = (payload, helpers) =>
      noted(app, helpers, () => runsJob(payload, helpers.job));
    if (!job.together) continue;
    const runsJoint = runTogether(app, serial, job.together);
    taskList[job.together.name] = (payload, helpers) =>
      noted(app, helpers, () => runsJoint(payload, helpers.job));
  }
  return taskList;
}

async function noted(
  app: AppContext,
  { job }: JobHelpers,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { task_identifier: name, attempts: attempt } = job;
    app.log.warn({ err: error, job: name, attempt }, "a job failed");
    throw error;
  }
}

type RunsJob = (payload: unknown, job: JobHelpers["job"]) => Promise<void>;

function runAtOnce(app: AppContext, job: Job): RunsJob {
  return (payload, { locked_by }) => job.run(app, payload, locked_by ?? "");
}

function runSerially(app: AppContext, serial: SerialJobs, job: Job): RunsJob {
  return async (payload, { key, priority, locked_by }) => {
    const name = job.name;
    if (!key) throw new Error(`A job ${name} has no key: it was not added by addJobs.`);
    const outcome = await serial.run(key, () => job.run(app, payload, locked_by ?? ""));
    if (outcome === "done") return;
    const runAt = new Date(Date.now() + LATER_MS);
    await addJobs(app.db.prisma, [
      { name, payload: JSON.stringify(payload), key, priority, runAt, together: null },
    ]);
  };
}

/** Does together those that nobody else is at; the others run by themselves, after what is under way. */
function runTogether(app: AppContext, serial: SerialJobs, joint: JointJob): RunsJob {
  return async (payload, { attempts }) => {
    const all = joint.split(payload);
    const runAlone = (some: readonly JobRequest[]) =>
      addJobs(
        app.db.prisma,
        some.map((request) => ({ ...request, together: null })),
      );
    if (attempts > MOST_TRIES_TOGETHER) return runAlone(all);
    await serial.runFree(
      all.map(({ key }) => key),
      async (free) => {
        const isFree = new Set(free);
        await runAlone(all.filter(({ key }) => !isFree.has(key)));
        await joint.run(
          app,
          all.filter(({ key }) => isFree.has(key)),
        );
      },
    );
  };
}

/** The queue's own warnings and errors; what a job did is logged by us. */
function queueLogger(log: AppContext["log"]): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error({ from: "queue" }, message);
    if (level === "warning") log.warn({ from: "queue" }, message);
  });
}
