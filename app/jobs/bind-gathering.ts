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
  readonly jobs: readonly JobDefinition[];
  /** How many at a time. */
  readonly most: number;
  /** Does some of one store. What is tried again is safe to repeat. */
  run(
    app: AppContext,
    shopId: bigint,
    jobs: readonly Pick<GatheredJob, "name" | "payload">[],
  ): Promise<void>;
  /** The jobs in the payload of one that a version before has added. */
  splitFormer(payload: unknown): JobRequest[];
}

/** The payloads of those that are of a kind. */
type PayloadsOf = <S extends ShopPayload>(job: JobDefinition<S>) => z.output<S>[];

/** Binds jobs that say that they are done `together` under a name to the action that does them. */
export function bindGathering<S extends ShopPayload>(
  name: string,
  most: number,
  jobs: readonly [JobDefinition<S>, ...JobDefinition[]],
  run: (context: ShopContext, payloadsOf: PayloadsOf) => Promise<unknown>,
): Gathering {
  const [first] = jobs;
  const former = z.object({ each: z.array(first.payload).default([]) });
  return {
    name,
    jobs,
    most,
    run: async (app, shopId, some) => {
      const context = await openFor(app, {}, shopId);
      if (!context) return;
      const byName = Map.groupBy(some, (job) => job.name);
      const payloadsOf: PayloadsOf = (job) =>
        (byName.get(job.name) ?? []).map(({ payload }) => job.payload.parse(payload));
      await run(context, payloadsOf);
    },
    splitFormer: (raw) => former.parse(raw).each.map((payload) => requestJob(first, payload)),
  };
}
