import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import type { PastSubject } from "./past-import.ts";

/**
 * Opens an import of a store's past, unless one is open: what happens from now on is news. The platform's times are
 * whole seconds, so now is this whole second. A store that comes back is imported again.
 */
export async function openPastImport(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  subject: PastSubject,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO past_imports AS i (shop_id, subject, began_at)
    VALUES (${context.shop.id}, ${subject}, date_trunc('second', ${context.clock.now()}::timestamptz))
    ON CONFLICT (shop_id, subject) DO UPDATE SET operation_gid = NULL, found = NULL, stored = 0,
      began_at = excluded.began_at, completed_at = NULL
    WHERE i.completed_at IS NOT NULL`;
}
