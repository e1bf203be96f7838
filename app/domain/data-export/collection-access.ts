import { z } from "zod";
import type { Queries } from "#app/lib/db.ts";
import { instantText } from "#app/lib/instants.ts";

/** The Collection API's part of `shops.settings`. */
const settingsSchema = z.object({
  /** Since when it is switched off; absent while it is on. */
  collection_off_at: instantText().optional().catch(undefined),
  /** Internal id of a key → when it called last. */
  collection_calls: z.record(z.string(), instantText()).catch({}).default({}),
});

/** Whether the store's Collection API is on, and which keys have called it. */
export interface CollectionAccess {
  /** Since when the merchant has it off; null while it is on. */
  offSince: Date | null;
  /** Internal id of a key → when it called last, to ten minutes. Calls while it is off count too. */
  calls: ReadonlyMap<string, Date>;
}

/** Reads it; on until the merchant switches it off. */
export async function readCollectionAccess(
  queries: Queries,
  shopId: bigint,
): Promise<CollectionAccess> {
  const where = { id: shopId };
  const row = await queries.shop.findUniqueOrThrow({ where, select: { settings: true } });
  const { collection_off_at: off, collection_calls } = settingsSchema.parse(row.settings);
  const calls = Object.entries(collection_calls).map(
    ([keyId, at]) => [keyId, new Date(at)] as const,
  );
  return { offSince: off === undefined ? null : new Date(off), calls: new Map(calls) };
}
