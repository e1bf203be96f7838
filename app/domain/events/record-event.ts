import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import type { EventData, EventKind } from "./catalogue.ts";
import { dispatchEventsJob } from "./event-jobs.ts";

/**
 * Records an event in the transaction of the change, and has it brought to its subscribers. Takes the store's
 * write lock until the transaction ends: record it last, after every other row is written.
 */
export async function recordEvent<K extends EventKind>(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  kind: K,
  data: EventData<K>,
): Promise<void> {
  const { shop, clock } = context;
  await tx.$executeRaw`
    SELECT record_event(${shop.id}, ${kind}, ${JSON.stringify(data)}::jsonb, ${clock.now()})`;
  await addJob(tx, dispatchEventsJob, { shopId: shop.id });
}
