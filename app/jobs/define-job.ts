import type { JobHelpers } from "graphile-worker";
import { z } from "zod";
import { type AppContext, type ShopContext, systemActor } from "#app/domain/context.ts";
import { findShopById, openShop } from "#app/domain/shops/open-shop.ts";
import type { JobName } from "#app/lib/queue.ts";

/** What the worker runs under a name. */
export interface Job {
  readonly name: JobName;
  run(app: AppContext, payload: unknown, helpers: JobHelpers): Promise<void>;
}

/** An internal id as it travels in a payload. */
export const idText = z.string().regex(/^\d+$/).transform(BigInt);

/**
 * Makes the job of one store: checks the payload, opens the store, calls the action. A store that has
 * been uninstalled gets no more work done, except by jobs that say `whenUninstalled`. `worker` is the name
 * of the worker that runs it.
 */
export function defineShopJob<P extends { shopId: bigint }>(job: {
  name: JobName;
  payload: z.ZodType<P>;
  whenUninstalled?: true;
  run(context: ShopContext, payload: P, worker: string): Promise<unknown>;
}): Job {
  return {
    name: job.name,
    run: async (app, raw, helpers) => {
      const payload = job.payload.parse(raw);
      const shop = await findShopById(app, payload.shopId);
      if (!shop || (shop.status !== "active" && !job.whenUninstalled)) return;
      await job.run(openShop(app, shop, systemActor), payload, helpers.job.locked_by ?? "");
    },
  };
}
