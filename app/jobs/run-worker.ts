import { EventEmitter } from "node:events";
import {
  type JobHelpers,
  Logger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import { z } from "zod";
import type { AppContext } from "#app/domain/context.ts";
import { idText } from "#app/lib/id-text.ts";
import { KeyLocks } from "#app/lib/key-locks.ts";
import { addJobs, type JobDefinition, requestJob } from "#app/lib/queue.ts";
import { beginWorker } from "#app/lib/worker-presence.ts";
import { type Gathering, jobsOf } from "./bind-gathering.ts";
import type { Job } from "./bind-job.ts";
import { CLOCK_JOBS } from "./clock-jobs.ts";
import { GATHERINGS } from "./gatherings.ts";
import { runGathered } from "./run-gathered.ts";
import { SerialJobs } from "./serial-jobs.ts";
import { SHOP_JOBS } from "./shop-jobs.ts";

const OF_STORE = z.object({ shopId: idText });

/** A job of which another process runs one with the same key is tried again after this time. */
const LATER_MS = 250;

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
    // A serial job waits in the queue while one of its key runs here: those that come meanwhile stay one.
    forbiddenFlags: () => serial.keys(),
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
  const runsWith = (name: string, runsJob: RunsJob) => {
    taskList[name] = (payload, helpers) => noted(app, helpers, () => runsJob(payload, helpers.job));
  };
  for (const job of SHOP_JOBS) {
    runsWith(job.name, job.isSerial ? runSerially(app, serial, job) : runAtOnce(app, job));
  }
  for (const gathering of GATHERINGS) {
    runsWith(gathering.name, runTogether(app, serial, gathering));
    for (const job of jobsOf(gathering)) runsWith(job.name, gatherLater(app, job));
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

function runSerially(app: AppContext, serial: SerialJobs, job: Pick<Job, "name" | "run">): RunsJob {
  return async (payload, { key, priority, locked_by }) => {
    const name = job.name;
    if (!key) throw new Error(`A job ${name} has no key: it was not added by addJobs.`);
    const outcome = await serial.run(key, () => job.run(app, payload, locked_by ?? ""));
    if (outcome === "done") return;
    const runAt = new Date(Date.now() + LATER_MS);
    await addJobs(app.db.prisma, [
      {
        name,
        payload: JSON.stringify(payload),
        key,
        priority,
        runAt,
        together: null,
        isSerial: true,
      },
    ]);
  };
}

/** Does what has been gathered of a store, by one process at a time. */
function runTogether(app: AppContext, serial: SerialJobs, gathering: Gathering): RunsJob {
  return runSerially(app, serial, {
    name: gathering.name,
    run: async (_app, payload) => {
      await addJobs(app.db.prisma, gathering.splitFormer(payload));
      await runGathered(app, gathering, OF_STORE.parse(payload).shopId);
    },
  });
}

/** One that had to wait for its time, or that a version before has added to the queue by itself: from now on it waits with the others. */
function gatherLater(app: AppContext, job: JobDefinition): RunsJob {
  return (payload) => addJobs(app.db.prisma, [requestJob(job, job.payload.parse(payload))]);
}

/** The queue's own warnings and errors; what a job did is logged by us. */
function queueLogger(log: AppContext["log"]): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log.error({ from: "queue" }, message);
    if (level === "warning") log.warn({ from: "queue" }, message);
  });
}
