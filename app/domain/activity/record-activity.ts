import { type LastWrite, writeLast } from "#app/lib/before-commit.ts";
import type { Queries } from "#app/lib/db.ts";
import { insertRows, type NewRow } from "#app/lib/insert-rows.ts";
import type { ShopContext } from "../context.ts";

/** One line of the timeline: what happened, to whom, by whom. `message` is a sentence for merchants. */
export interface ActivityLine {
  /** What kind of thing happened, `<area>.<past participle>`, for example `offer.accepted`. */
  kind: string;
  message: string;
  customerId?: bigint | null;
  subscriptionId?: bigint | null;
  /** Figures behind the sentence. No personal data: activities outlive an erasure. */
  details?: Record<string, string | number | boolean | null>;
}

/** Writes the line at the end of the transaction of the change it describes, with the context's actor and clock. */
export async function recordActivity(
  context: Pick<ShopContext, "shop" | "actor" | "clock">,
  tx: Queries,
  line: ActivityLine,
): Promise<void> {
  await writeLast(tx, LINES, [
    {
      shopId: context.shop.id,
      customerId: line.customerId ?? null,
      subscriptionId: line.subscriptionId ?? null,
      actorKind: context.actor.kind,
      actorName: context.actor.name,
      kind: line.kind,
      message: line.message,
      details: line.details ?? {},
      createdAt: context.clock.now(),
    },
  ]);
}

const LINES: LastWrite<Queries, NewRow<"Activity">> = {
  turn: 1,
  write: async (tx, lines) => {
    await insertRows(tx, "Activity", lines);
  },
};
