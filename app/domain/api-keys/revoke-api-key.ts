import { AppError } from "#app/lib/app-error.ts";
import { machineClock } from "#app/lib/clock.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { notifyAccessChange, untilAccessHasEnded } from "../shops/access-change.ts";
import { type ApiKey, toApiKey } from "./api-key.ts";

/**
 * Ends a key: once this resolves, every process refuses every request that carries it. That takes half a second,
 * to cover processes that cannot be notified. Repeating changes nothing.
 *
 * @throws AppError not_found: no such key of this store.
 */
export async function revokeApiKey(
  context: Pick<ShopContext, "db" | "shop" | "actor" | "clock">,
  keyId: bigint,
): Promise<ApiKey> {
  const where = { shopId_id: { shopId: context.shop.id, id: keyId } };
  const revoked = await context.db.transaction(async (tx) => {
    const now = machineClock.now();
    const { count } = await tx.apiKey.updateMany({
      where: { shopId: context.shop.id, id: keyId, revokedAt: null },
      data: { revokedAt: now },
    });
    const row = await tx.apiKey.findUnique({ where });
    if (!row) throw new AppError("not_found", "There is no such API key.");
    await notifyAccessChange(tx, context.shop.id);
    if (count > 0) {
      await recordActivity(context, tx, {
        kind: "api_key.revoked",
        message: `API key “${row.name}” (…${row.lastFour}) was revoked.`,
        details: { api_key_id: String(row.id) },
      });
    }
    return toApiKey(row, now);
  });
  await untilAccessHasEnded(context.db.processPool, context.shop.id);
  return revoked;
}
