import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { readCollectionAccess } from "./collection-access.ts";

/**
 * Switches a store's Collection API on or off, with a line in the timeline. From then on every process answers
 * accordingly; an export that is being written goes on to its end. Safe to repeat.
 */
export async function switchCollection(
  context: Pick<ShopContext, "db" | "shop" | "actor" | "clock">,
  isOn: boolean,
): Promise<void> {
  const { id } = context.shop;
  await context.db.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM shops WHERE id = ${id} FOR UPDATE`;
    const { offSince } = await readCollectionAccess(tx, id);
    if (isOn === (offSince === null)) return;
    if (isOn) {
      await tx.$executeRaw`UPDATE shops SET settings = settings - 'collection_off_at' WHERE id = ${id}`;
    } else {
      const since = JSON.stringify({ collection_off_at: context.clock.now().toISOString() });
      await tx.$executeRaw`UPDATE shops SET settings = settings || ${since}::jsonb WHERE id = ${id}`;
    }
    await recordActivity(context, tx, {
      kind: isOn ? "collection_api.switched_on" : "collection_api.switched_off",
      message: `The Collection API was switched ${isOn ? "on" : "off"}.`,
    });
  });
}
