import type { z } from "zod";
import { type AppContext, type ShopContext, systemActor } from "#app/domain/context.ts";
import { findShopById, openShop } from "#app/domain/shops/open-shop.ts";
import type { JobDefinition } from "#app/lib/queue.ts";

/** What the worker runs under a name. `worker` is the name of the worker that runs it. */
export interface Job {
  readonly name: string;
  readonly isSerial: boolean;
  run(app: AppContext, payload: unknown, worker: string): Promise<void>;
}

/**
 * Binds a store's job to its action: checks the payload, opens the store, calls the action. A store that has
 * been uninstalled gets no more work done, except by jobs that say `whenUninstalled`.
 */
export function bindJob<S extends z.ZodType<{ shopId: bigint }>>(
  job: JobDefinition<S>,
  run: (context: ShopContext, payload: z.output<S>, worker: string) => Promise<unknown>,
): Job {
  return {
    name: job.name,
    isSerial: job.isSerial === true,
    run: async (app, raw, worker) => {
      const payload = job.payload.parse(raw);
      const shop = await findShopById(app, payload.shopId);
      if (!shop || (shop.status !== "active" && !job.whenUninstalled)) return;
      await run(openShop(app, shop, systemActor), payload, worker);
    },
  };
}
