import { type LastWrite, writeLast } from "#app/lib/before-commit.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import type { EventData, EventKind } from "./catalogue.ts";
import { dispatchEventsJob } from "./event-jobs.ts";

/**
 * Records an event at the end of the transaction of the change, and has it brought to its subscribers. That takes the store's write
 * lock; only tasks, totals and jobs are written after it.
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
  const of = { shopId: shop.id, kind, at: clock.now() };
  await writeLast(
    tx,
    EVENTS,
    data.map((one) => ({ ...of, data: JSON.stringify(one) })),
  );
}

interface NewEvent {
  shopId: bigint;
  kind: EventKind;
  at: Date;
  data: string;
}

const EVENTS: LastWrite<Queries, NewEvent> = {
  turn: 2,
  write: async (tx, events) => {
    for (const [shopId, some] of Map.groupBy(events, (event) => event.shopId)) {
      await tx.$executeRaw`
        SELECT record_event(${shopId}, e.kind, e.data::jsonb, e.at)
        FROM unnest(${some.map(({ kind }) => kind)}::text[], ${some.map(({ data }) => data)}::text[],
          ${some.map(({ at }) => at)}::timestamptz[]) AS e (kind, data, at)`;
      await addJob(tx, dispatchEventsJob, { shopId });
    }
  },
};
