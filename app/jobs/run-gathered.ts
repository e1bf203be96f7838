import type { AppContext } from "#app/domain/context.ts";
import { isOfSurroundings } from "#app/domain/set-aside/is-of-surroundings.ts";
import {
  type GatheredJob,
  type GatheredWork,
  lookAt,
  putOffGathered,
  readGathered,
  removeGathered,
} from "#app/lib/gathered-jobs.ts";
import { addJobs, priorityOf } from "#app/lib/queue.ts";
import { type Gathering, type GatheringStage, jobsOf } from "./bind-gathering.ts";

/** After this time a store with more to do lets others have their turn. Patient jobs let them sooner. */
const TURN_MS = 5_000;
const PATIENT_TURN_MS = 1_000;

/**
 * Does what has been gathered of a store, some at a time, until nothing is due or its turn is over. What fails together is done one by
 * one, so that one that fails keeps back no other; it is tried again by itself.
 *
 * @throws what fails because of what is around it: then the whole is tried again by the queue.
 */
export async function runGathered(
  app: AppContext,
  gathering: Gathering,
  shopId: bigint,
): Promise<void> {
  const work = { shopId, name: gathering.name };
  const names = jobsOf(gathering).map(({ name }) => name);
  const priority = Math.min(...jobsOf(gathering).map(priorityOf));
  const { prisma } = app.db.ofStore(shopId);
  const turnEnds = performance.now() + (priority > 0 ? PATIENT_TURN_MS : TURN_MS);
  for (;;) {
    const waiting = await readGathered(prisma, work, { names, most: gathering.most });
    const [next] = waiting;
    const { stage, due } = firstDue(gathering, waiting);
    if (!stage || performance.now() > turnEnds) {
      if (next) await addJobs(prisma, [lookAt(work, { runAt: next.dueAt, priority })]);
      return;
    }
    if (await isDone(app, stage, work, due)) continue;
    for (const job of due) await isDone(app, stage, work, [job]);
  }
}

/** The first stage of which something is due, and so many of that as are done at a time. */
function firstDue({ stages, most }: Gathering, waiting: readonly GatheredJob[]) {
  for (const stage of stages) {
    const names = stage.jobs.map(({ name }) => name);
    const due = waiting.filter(({ name, isDue }) => isDue && names.includes(name)).slice(0, most);
    if (due.length > 0) return { stage, due };
  }
  return { stage: null, due: [] };
}

/** Does some. One that fails waits for its next attempt; false when more than one have failed together. */
async function isDone(
  app: AppContext,
  stage: GatheringStage,
  work: GatheredWork,
  jobs: readonly GatheredJob[],
): Promise<boolean> {
  const { prisma } = app.db.ofStore(work.shopId);
  try {
    await stage.run(app, work.shopId, jobs);
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    const [job, ...others] = jobs;
    if (!job || others.length > 0) return false;
    app.log.warn({ err: error, job: job.name, attempt: job.attempts + 1 }, "a job failed");
    await putOffGathered(prisma, work, job, error instanceof Error ? error.message : "");
    return true;
  }
  await removeGathered(prisma, work, jobs);
  return true;
}
