import { AppError, wrongField } from "#app/lib/app-error.ts";
import { machineClock } from "#app/lib/clock.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { notifyAccessChange, untilAccessHasEnded } from "../shops/access-change.ts";
import { type ApiKey, toApiKey } from "./api-key.ts";
import { generateApiKey, hashApiKey, lastFourOf } from "./api-key-format.ts";
import type { NewApiKey } from "./create-api-key.ts";

/** The longest time that a replaced key may keep working next to its successor. */
const LONGEST_OVERLAP_HOURS = 72;

export interface RotatedApiKey extends NewApiKey {
  /** The key that was replaced, with the instant at which it stops working. */
  replaced: ApiKey;
}

/**
 * Replaces a key by a new secret with the same name and scopes. The old one works for `overlapHours` more by
 * the database server's clock (0: not at all once this resolves). Of two concurrent rotations of one key, the
 * second is rejected.
 *
 * @throws AppError not_found: no such key of this store. invalid_input: a bad overlap, or a key that
 *   is revoked or was replaced already.
 */
export async function rotateApiKey(
  context: Pick<ShopContext, "db" | "shop" | "actor" | "clock">,
  input: { keyId: bigint; overlapHours: number },
): Promise<RotatedApiKey> {
  const { overlapHours } = input;
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > LONGEST_OVERLAP_HOURS) {
    const message = `The overlap is a whole number of hours from 0 to ${LONGEST_OVERLAP_HOURS}.`;
    throw wrongField("overlap_hours", message);
  }
  const secret = generateApiKey();
  const rotated = await context.db.transaction(async (tx) => {
    const old = await lockLiveKey(context, tx, input.keyId);
    const now = machineClock.now();
    const created = await tx.apiKey.create({
      data: {
        shopId: context.shop.id,
        name: old.name,
        keyHash: hashApiKey(secret),
        lastFour: lastFourOf(secret),
        scopes: old.scopes,
        createdBy: context.actor.name ?? context.actor.kind,
        createdAt: now,
      },
    });
    await tx.$executeRaw`
      UPDATE api_keys SET replaced_by_id = ${created.id}, expires_at = now() + make_interval(hours => ${overlapHours}::int)
      WHERE shop_id = ${context.shop.id} AND id = ${old.id}`;
    const replaced = await tx.apiKey.findUniqueOrThrow({
      where: { shopId_id: { shopId: context.shop.id, id: old.id } },
    });
    await notifyAccessChange(tx, context.shop.id);
    await recordActivity(context, tx, {
      kind: "api_key.rotated",
      message: `API key “${old.name}” (…${old.lastFour}) was replaced by …${created.lastFour}; the old one works for ${overlapHours} more hours.`,
      details: { api_key_id: String(created.id), overlap_hours: overlapHours },
    });
    return { key: toApiKey(created, now), secret, replaced: toApiKey(replaced, now) };
  });
  if (overlapHours === 0) await untilAccessHasEnded(context.db.processPool, context.shop.id);
  return rotated;
}

async function lockLiveKey(context: Pick<ShopContext, "shop">, tx: Queries, keyId: bigint) {
  await tx.$queryRaw`
    SELECT id FROM api_keys WHERE shop_id = ${context.shop.id} AND id = ${keyId} FOR UPDATE`;
  const key = await tx.apiKey.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: keyId } },
  });
  if (!key) throw new AppError("not_found", "There is no such API key.");
  if (key.revokedAt) {
    throw new AppError("invalid_input", "This key is revoked. Create a new one instead.");
  }
  if (key.replacedById !== null) {
    throw new AppError("invalid_input", "This key was replaced already. Rotate its successor.");
  }
  return key;
}
