import { AppError } from "#app/lib/app-error.ts";
import type { Database } from "#app/lib/db.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import type { ShopContext } from "../context.ts";
import { KEY_PURPOSE as purpose } from "./key-purpose.ts";

/** A request that its caller may repeat with the same key. */
export interface IdempotentRequest {
  /** Null: the caller sent none, and the work is done each time. */
  key: string | null;
  /** What makes two requests the same: the operation, and all that it was given. */
  input: readonly [operation: string, ...given: unknown[]];
}

/**
 * Runs `work` once per key, and answers a repeated request within 24 hours of machine time with the first
 * answer. A failed or interrupted request runs again, so `work` must be safe to repeat.
 *
 * @param work returns what JSON can hold.
 * @throws AppError idempotency_conflict when the key came with another input.
 */
export async function runIdempotent<T>(
  context: Pick<ShopContext, "db" | "shop">,
  { key, input }: IdempotentRequest,
  work: () => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  if (key === null) return { answer: await work(), replayed: false };
  // A request that is repeated while the first is under way waits for its answer.
  return turns.run(`${context.shop.id}/${key}`, () => runKeyed(context, { key, input }, work));
}

const turns = new KeyedSemaphore<string>(1);

async function runKeyed<T>(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { key, input }: IdempotentRequest & { key: string },
  work: () => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  const { prisma } = db;
  const shopId = shop.id;
  const inputHash = hashJson(input);
  await reserveKey(db, shopId, key, inputHash);
  const where = { shopId_purpose_key: { shopId, purpose, key } };
  const known = await prisma.idempotencyKey.findUniqueOrThrow({ where });
  if (known.inputHash !== inputHash) {
    throw new AppError(
      "idempotency_conflict",
      "This Idempotency-Key was used for another request within the last 24 hours.",
    );
  }
  if (known.result !== null) return { answer: known.result as T, replayed: true };
  const mine = { shopId, purpose, key, inputHash };
  try {
    const answer = await work();
    await prisma.idempotencyKey.updateMany({ where: mine, data: { result: answer as object } });
    return { answer, replayed: false };
  } catch (error) {
    // Unless another process has answered the same request in the meantime.
    await prisma.$executeRaw`
      DELETE FROM idempotency_keys
      WHERE shop_id = ${shopId} AND purpose = ${purpose} AND key = ${key} AND input_hash = ${inputHash}
        AND result = 'null'::jsonb`;
    throw error;
  }
}

/**
 * Writes a key down that nobody has used within 24 hours. The ledger looks for a key and writes it under the store's lock:
 * without the lock, a key that is reserved in between would have two effects.
 */
async function reserveKey(
  db: Database,
  shopId: bigint,
  key: string,
  inputHash: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${shopId})`;
    await tx.$executeRaw`
      INSERT INTO idempotency_keys AS k (shop_id, purpose, key, input_hash, result)
      VALUES (${shopId}, ${purpose}, ${key}, ${inputHash}, 'null'::jsonb)
      ON CONFLICT (shop_id, purpose, key) DO UPDATE
      SET input_hash = excluded.input_hash, result = excluded.result, created_at = excluded.created_at
      WHERE excluded.created_at - k.created_at >= interval '24 hours'`;
  });
}
