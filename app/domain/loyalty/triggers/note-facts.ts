import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import type { PlainFactKind } from "../facts/fact.ts";
import { settleLoyaltyJob } from "../loyalty-jobs.ts";
import { lockHolder } from "./lock-holder.ts";

/** Something that a customer did, to be written down. */
export interface NewFact {
  kind: PlainFactKind;
  /** Tells it from the customer's others of its kind: the same once more is no news. */
  key: string;
  at: Date;
  data?: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Writes down what a customer did, each once, and has the customer counted again by a job. Of two reports of the same the
 * earlier one counts, in whatever order they come. Who was merged leads to the one that stays; of who was erased nothing
 * is written. Safe to repeat.
 *
 * @returns whether any of it was news.
 */
export async function noteFacts(
  context: ShopContext,
  customerId: bigint,
  facts: readonly NewFact[],
): Promise<boolean> {
  return context.db.transaction((tx) => noteFactsIn(context, tx, customerId, facts));
}

/** The same in a transaction of the caller's, who holds no other lock of the store's yet. */
export async function noteFactsIn(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  customerId: bigint,
  facts: readonly NewFact[],
): Promise<boolean> {
  const shopId = context.shop.id;
  const holder = await lockHolder(tx, shopId, customerId);
  if (holder === null || facts.length === 0) return false;
  const now = context.clock.now();
  const written = await tx.$executeRaw`
    INSERT INTO loyalty_facts AS f (shop_id, customer_id, kind, key, happened_at, data)
    SELECT ${shopId}::bigint, ${holder}::bigint, n.kind, n.key, n.at, n.data::jsonb
    FROM unnest(${facts.map(({ kind }) => kind)}::text[], ${facts.map(({ key }) => key)}::text[],
      ${facts.map(({ at }) => (at > now ? now : at))}::timestamptz[],
      ${facts.map(({ data }) => JSON.stringify(data ?? {}))}::text[]) AS n (kind, key, at, data)
    ON CONFLICT (shop_id, customer_id, kind, key) DO UPDATE
    SET happened_at = excluded.happened_at, data = excluded.data
    WHERE f.happened_at > excluded.happened_at`;
  if (written > 0) await addJob(tx, settleLoyaltyJob, { shopId, customerId: holder });
  return written > 0;
}
