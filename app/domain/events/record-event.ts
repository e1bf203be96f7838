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
  await recordEvents(context, tx, kind, [data]);
}

/** The same for events of one kind, in this order. */
export async function recordEvents<K extends EventKind>(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  kind: K,
  data: readonly EventData<K>[],
): Promise<void> {
  if (data.length === 0) return;
  await tx.$executeRaw`
    SELECT record_event(${shop.id}, ${kind}, e.data::jsonb, ${clock.now()})
    FROM unnest(${data.map((one) => JSON.stringify(one))}::text[]) AS e (data)`;
  await addJob(tx, dispatchEventsJob, { shopId: shop.id });
}
