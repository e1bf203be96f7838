import { AppError } from "#app/lib/app-error.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import type { ShopContext } from "../context.ts";

/** A request that its caller may repeat with the same key. */
export interface IdempotentRequest {
  /** What the key is for; keys of one purpose share a namespace. */
  purpose: string;
  /** Null: the caller sent none, and the work is done each time. */
  key: string | null;
  /** What makes two requests the same. */
  input: unknown;
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
  { purpose, key, input }: IdempotentRequest,
  work: () => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  if (key === null) return { answer: await work(), replayed: false };
  // A request that is repeated while the first is under way waits for its answer.
  return turns.run(`${context.shop.id}/${purpose}/${key}`, () =>
    runKeyed(context, { purpose, key, input }, work),
  );
}

const turns = new KeyedSemaphore<string>(1);

async function runKeyed<T>(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { purpose, key, input }: IdempotentRequest & { key: string },
  work: () => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  const { prisma } = db;
  const shopId = shop.id;
  const inputHash = hashJson(input);
  await prisma.$executeRaw`
    INSERT INTO idempotency_keys AS k (shop_id, purpose, key, input_hash, result)
    VALUES (${shopId}, ${purpose}, ${key}, ${inputHash}, 'null'::jsonb)
    ON CONFLICT (shop_id, purpose, key) DO UPDATE
    SET input_hash = excluded.input_hash, result = excluded.result, created_at = excluded.created_at
    WHERE k.created_at <= excluded.created_at - interval '24 hours'`;
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
