import { z } from "zod";
import type { AppContext, ShopContext } from "#app/domain/context.ts";
import type { GatheredJob } from "#app/lib/gathered-jobs.ts";
import type { JobRequest } from "#app/lib/job-request.ts";
import { type JobDefinition, requestJob } from "#app/lib/queue.ts";
import { openFor } from "./bind-job.ts";

type ShopPayload = z.ZodType<{ shopId: bigint }>;

/** Jobs of a store that are done together, some at a time, by one job of the queue. */
export interface Gathering {
  /** The name of that job. */
  readonly name: string;
  /** How many at a time. */
  readonly most: number;
  /** Those of a later one are done when none of an earlier one is due. */
  readonly stages: readonly GatheringStage[];
  /** The jobs in the payload of one that a version before has added. */
  splitFormer(payload: unknown): JobRequest[];
}

export interface GatheringStage {
  readonly jobs: readonly JobDefinition[];
  /** Does some of one store. What is tried again is safe to repeat. */
  run(
    app: AppContext,
    shopId: bigint,
    jobs: readonly Pick<GatheredJob, "name" | "payload">[],
  ): Promise<void>;
}

/** All jobs that a gathering does. */
export const jobsOf = ({ stages }: Gathering): JobDefinition[] =>
  stages.flatMap(({ jobs }) => jobs);

/** The payloads of those that are of a kind. */
type PayloadsOf = <S extends ShopPayload>(job: JobDefinition<S>) => z.output<S>[];

/** Binds jobs that say that they are done `together` to the action that does them. */
export function bindStage(
  jobs: readonly JobDefinition[],
  run: (context: ShopContext, payloadsOf: PayloadsOf) => Promise<unknown>,
): GatheringStage {
  return {
    jobs,
    run: async (app, shopId, some) => {
      const context = await openFor(app, {}, shopId);
      if (!context) return;
      const byName = Map.groupBy(some, (job) => job.name);
      const payloadsOf: PayloadsOf = (job) =>
        (byName.get(job.name) ?? []).map(({ payload }) => job.payload.parse(payload));
      await run(context, payloadsOf);
    },
  };
}

/** @param name under which their definitions say that they are done `together`. */
export function bindGathering(
  name: string,
  most: number,
  stages: readonly GatheringStage[],
): Gathering {
  return { name, most, stages, splitFormer: () => [] };
}

/** The same for jobs that a version before has put into the payload of the one that does them, all of the first kind. */
export function bindFormerGathering<S extends ShopPayload>(
  name: string,
  most: number,
  jobs: readonly [JobDefinition<S>, ...JobDefinition[]],
  run: (context: ShopContext, payloadsOf: PayloadsOf) => Promise<unknown>,
): Gathering {
  const [first] = jobs;
  const former = z.object({ each: z.array(first.payload).default([]) });
  return {
    ...bindGathering(name, most, [bindStage(jobs, run)]),
    splitFormer: (raw) => former.parse(raw).each.map((payload) => requestJob(first, payload)),
  };
}
