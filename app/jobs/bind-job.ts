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
    run: async (app, raw, worker) => {
      const payload = job.payload.parse(raw);
      const context = await openFor(app, job, payload.shopId);
      if (context) await run(context, payload, worker);
    },
  };
}

/** Null for a store that gets no more work done. */
export async function openFor(
  app: AppContext,
  { whenUninstalled }: Pick<JobDefinition, "whenUninstalled">,
  shopId: bigint,
): Promise<ShopContext | null> {
  const shop = await findShopById(app, shopId);
  if (!shop || (shop.status !== "active" && !whenUninstalled)) return null;
  return openShop(app, shop, systemActor);
}
