import { z } from "zod";
import { type AppContext, type ShopContext, systemActor } from "#app/domain/context.ts";
import { findShopById, openShop } from "#app/domain/shops/open-shop.ts";
import { idText } from "#app/lib/id-text.ts";
import type { JobRequest } from "#app/lib/job-request.ts";
import { type JobDefinition, requestJob } from "#app/lib/queue.ts";

/** What the worker runs under a name. `worker` is the name of the worker that runs it. */
export interface Job {
  readonly name: string;
  readonly isSerial: boolean;
  /** What does many of them at once; null for a job that is always done alone. */
  readonly together: JointJob | null;
  run(app: AppContext, payload: unknown, worker: string): Promise<void>;
}

export interface JointJob {
  readonly name: string;
  /** The jobs that it does. */
  split(payload: unknown): JobRequest[];
  /** Does some of them. */
  run(app: AppContext, requests: readonly JobRequest[]): Promise<void>;
}

/** Under which the queue keeps it. */
export function namesOf({ name, together }: Job): string[] {
  return together ? [name, together.name] : [name];
}

type ShopPayload = z.ZodType<{ shopId: bigint }>;

/**
 * Binds a store's job to its action: checks the payload, opens the store, calls the action. A store that has
 * been uninstalled gets no more work done, except by jobs that say `whenUninstalled`.
 */
export function bindJob<S extends ShopPayload>(
  job: JobDefinition<S>,
  run: (context: ShopContext, payload: z.output<S>, worker: string) => Promise<unknown>,
): Job {
  return {
    name: job.name,
    isSerial: job.isSerial === true,
    together: null,
    run: async (app, raw, worker) => {
      const payload = job.payload.parse(raw);
      const context = await openFor(app, job, payload.shopId);
      if (context) await run(context, payload, worker);
    },
  };
}

/** The same for a job of which many can be done `together`, by an action that does one or more of a store. */
export function bindJointJob<S extends ShopPayload>(
  job: JobDefinition<S>,
  run: (context: ShopContext, payloads: readonly z.output<S>[]) => Promise<unknown>,
): Job {
  const { together } = job;
  if (!together)
    throw new Error(`The job ${job.name} does not say under which name many are done.`);
  const joint = z.object({ shopId: idText, each: z.array(job.payload).nonempty() });
  return {
    ...bindJob(job, (context, payload) => run(context, [payload])),
    together: {
      name: together,
      split: (raw) => joint.parse(raw).each.map((payload) => requestJob(job, payload)),
      run: async (app, requests) => {
        const payloads = requests.map(({ payload }) => job.payload.parse(JSON.parse(payload)));
        const [first] = payloads;
        const context = first && (await openFor(app, job, first.shopId));
        if (context) await run(context, payloads);
      },
    },
  };
}

/** Null for a store that gets no more work done. */
async function openFor(
  app: AppContext,
  { whenUninstalled }: Pick<JobDefinition, "whenUninstalled">,
  shopId: bigint,
): Promise<ShopContext | null> {
  const shop = await findShopById(app, shopId);
  if (!shop || (shop.status !== "active" && !whenUninstalled)) return null;
  return openShop(app, shop, systemActor);
}
