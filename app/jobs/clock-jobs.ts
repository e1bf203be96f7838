import { planCharges } from "#app/domain/billing/charging/plan-charges.ts";
import { planLooks } from "#app/domain/billing/past-due/plan-looks.ts";
import type { AppContext } from "#app/domain/context.ts";
import {
  enqueueExportBuilds,
  enqueueExportComparisons,
} from "#app/domain/data-export/rows/enqueue-exports.ts";
import { dispatchUnreadEvents } from "#app/domain/events/dispatch-events.ts";
import { pruneEvents } from "#app/domain/events/prune-events.ts";
import { forgetOldIdempotencyKeys } from "#app/domain/idempotency/purge-expired-keys.ts";
import { enqueueCreditRollups } from "#app/domain/ledger/roll-up-credit.ts";
import { removeOldFiles } from "#app/domain/loyalty/triggers/receipts/receipt-room.ts";
import { enqueuePointsReads } from "#app/domain/points-integration/read-points.ts";
import { purgeExpiredWindows } from "#app/domain/rate-limits/purge-expired-windows.ts";
import { pruneDoneRows } from "#app/domain/schedule/prune-done-rows.ts";
import { sweepDueTasks } from "#app/domain/schedule/sweep-due-tasks.ts";
import { eachByItself } from "#app/lib/each-by-itself.ts";
import { findOverdue, lookAt, removeUnknownGathered } from "#app/lib/gathered-jobs.ts";
import { addJobs, removeUnknownJobs } from "#app/lib/queue.ts";
import { releaseDeadWorkers } from "#app/lib/worker-presence.ts";
import { jobsOf } from "./bind-gathering.ts";
import { GATHERINGS } from "./gatherings.ts";
import { SHOP_JOBS } from "./shop-jobs.ts";
import { SUBSCRIBERS } from "./subscribers.ts";

/** A job of no store, which the worker starts by the machine's clock. */
interface ClockJob {
  readonly name: string;
  /** When, as five fields of cron. */
  readonly at: string;
  run(app: AppContext): Promise<void>;
}

/** The net under every planned task and all that was gathered: what dead workers were at is free again, and what is due is run. */
const sweepDueTasksJob: ClockJob = {
  name: "sweep-due-tasks",
  at: "* * * * *",
  run: async (app) => {
    const chores = [
      () => releaseDeadWorkers(app.db.pool),
      () => sweepDueTasks(app),
      () => lookAtOverdue(app),
    ];
    await eachByItself(chores, (chore) => chore());
  },
};

/** Has looked at again what was gathered and has no job any more. */
async function lookAtOverdue({ db }: AppContext): Promise<void> {
  const overdue = await findOverdue(db.prisma);
  await addJobs(
    db.prisma,
    overdue.map((work) => lookAt(work)),
  );
}

/** Delivers events whose job was lost to their subscribers. */
export const sweepEventsJob: ClockJob = {
  name: "sweep-events",
  at: "* * * * *",
  run: (app) => dispatchUnreadEvents(app, SUBSCRIBERS),
};

/** Stores whose ledger has grown get a run that brings its summaries up to it. */
const enqueueCreditRollupsJob: ClockJob = {
  name: "enqueue-credit-rollups",
  at: "* * * * *",
  run: enqueueCreditRollups,
};

/** Stores whose exports are missing or out of form get a run that builds them. */
const enqueueExportBuildsJob: ClockJob = {
  name: "enqueue-export-builds",
  at: "* * * * *",
  run: enqueueExportBuilds,
};

/** Compares a sample of the exports' rows with the facts, every night. */
const enqueueExportComparisonsJob: ClockJob = {
  name: "enqueue-export-comparisons",
  at: "41 3 * * *",
  run: enqueueExportComparisons,
};

/** Reads points balances again every night, because the platform does not report when one changes. */
const enqueuePointsReadsJob: ClockJob = {
  name: "enqueue-points-reads",
  at: "23 2 * * *",
  run: enqueuePointsReads,
};

/** The net under every planned charge: dates of before this version, and those whose task was lost. */
export const planChargesJob: ClockJob = {
  name: "plan-charges",
  at: "*/10 * * * *",
  run: planCharges,
};

/** Asks for what is past due and waits for its customer, every night: the webhook of a payment from outside may be lost. */
export const askPastDueJob: ClockJob = {
  name: "ask-past-due",
  at: "7 4 * * *",
  run: planLooks,
};

/** Removes rows whose time of service is over. */
export const purgeExpiredRowsJob: ClockJob = {
  name: "purge-expired-rows",
  at: "17 * * * *",
  run: async (app) => {
    const gathered = GATHERINGS.flatMap((gathering) => [gathering, ...jobsOf(gathering)]);
    const names = [...SHOP_JOBS, ...gathered, ...CLOCK_JOBS].map(({ name }) => name);
    const chores = [
      () => forgetOldIdempotencyKeys(app),
      () => purgeExpiredWindows(app),
      () => pruneEvents(app, SUBSCRIBERS),
      () => pruneDoneRows(app),
      () => removeOldFiles(app),
      () => removeUnknownJobs(app.db.prisma, names),
      () => removeUnknownGathered(app.db.prisma, names),
    ];
    await eachByItself(chores, (chore) => chore());
  },
};

/** Every job of the clock. */
export const CLOCK_JOBS: readonly ClockJob[] = [
  sweepDueTasksJob,
  sweepEventsJob,
  enqueueCreditRollupsJob,
  enqueueExportBuildsJob,
  enqueueExportComparisonsJob,
  enqueuePointsReadsJob,
  planChargesJob,
  askPastDueJob,
  purgeExpiredRowsJob,
];
