import { randomUUID } from "node:crypto";
import { AppError } from "#app/lib/app-error.ts";
import type { Database, Queries } from "#app/lib/db.ts";
import { KEY_PURPOSE as purpose } from "./key-purpose.ts";

/** A key of a store, with a hash of what came with it. */
export interface KeyedInput {
  readonly shopId: bigint;
  readonly key: string;
  readonly inputHash: string;
}

/** A key while one request holds it. */
export interface KeyClaim {
  /** What an interrupted run of the same request noted; null when there was none, or when it had no effect yet. */
  readonly doneSoFar: string | null;
  /**
   * Notes an effect in the transaction that has it, for the run that goes on if this one is interrupted.
   *
   * @throws AppError rate_limited when the claim has gone over to another request: the transaction must not be committed.
   */
  note(tx: Queries, effect: string): Promise<void>;
}

export type KeyState =
  /** Another request is being answered. */
  | { state: "running" }
  | { state: "answered"; answer: unknown }
  | { state: "claimed"; claimId: string; doneSoFar: string | null };

/** Stands where an answer named somebody who was erased since. */
export const ERASED_ANSWER = { erased: true } as const;

/** What a process that was killed had claimed is free after so long. Shorter than others wait. */
const LEASE_MS = 8_000;

/** A process that has work to do beside may be late several times before a claim ends. */
export const RENEW_EVERY_MS = 2_000;

/**
 * Claims a key for 24 hours of machine time. One that another request has claimed is running until its lease ends.
 *
 * @throws AppError idempotency_conflict when the key came with another input; not_found when its answer was about somebody who was
 *   erased since.
 */
export async function claimKey(db: Database, input: KeyedInput): Promise<KeyState> {
  const known = await readKey(db.prisma, input);
  if (known) return known;
  // The ledger looks for a key and writes it under the store's lock: without the lock, a key that is claimed in between
  // would have two effects.
  return db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${input.shopId})`;
    return (await readKey(tx, input)) ?? takeKey(tx, input);
  });
}

/** A key that is answered or running; null when it can be claimed. */
async function readKey(
  tx: Queries,
  { shopId, key, inputHash }: KeyedInput,
): Promise<KeyState | null> {
  const [row] = await tx.$queryRaw<{ input_hash: string; result: unknown; is_running: boolean }[]>`
    SELECT input_hash, result, coalesce(claimed_until > statement_timestamp(), false) AS is_running FROM idempotency_keys
    WHERE shop_id = ${shopId} AND purpose = ${purpose} AND key = ${key}
      AND created_at > statement_timestamp() - interval '24 hours'`;
  if (!row) return null;
  if (row.input_hash !== inputHash) {
    throw new AppError(
      "idempotency_conflict",
      "This Idempotency-Key was used for another request within the last 24 hours.",
    );
  }
  if (isErased(row.result)) throw new AppError("not_found", "The customer was erased.");
  if (row.result !== null) return { state: "answered", answer: readAnswer(row.result) };
  return row.is_running ? { state: "running" } : null;
}

const isErased = (result: unknown) =>
  typeof result === "object" && result !== null && "erased" in result;

/** An answer is kept as text, because `jsonb` would give its fields back in another order. */
function readAnswer(result: unknown): unknown {
  return typeof result === "string" ? JSON.parse(result) : result;
}

/** Takes a key that is not known, too old, or was left by a process that has died. The caller holds the store's lock. */
async function takeKey(tx: Queries, { shopId, key, inputHash }: KeyedInput): Promise<KeyState> {
  const claimId = randomUUID();
  const [row] = await tx.$queryRaw<{ done_so_far: string | null }[]>`
    INSERT INTO idempotency_keys AS k (shop_id, purpose, key, input_hash, result, claim_id, claimed_until)
    VALUES (${shopId}, ${purpose}, ${key}, ${inputHash}, 'null'::jsonb, ${claimId}::uuid,
      statement_timestamp() + ${LEASE_MS} * interval '1 millisecond')
    ON CONFLICT (shop_id, purpose, key) DO UPDATE
    SET input_hash = excluded.input_hash, result = excluded.result, claim_id = excluded.claim_id,
      claimed_until = excluded.claimed_until,
      done_so_far = CASE WHEN excluded.created_at - k.created_at < interval '24 hours' THEN k.done_so_far END,
      created_at = CASE WHEN excluded.created_at - k.created_at < interval '24 hours'
        THEN k.created_at ELSE excluded.created_at END
    RETURNING done_so_far`;
  return { state: "claimed", claimId, doneSoFar: row?.done_so_far ?? null };
}

/** Keeps a claim for another lease, unless it has ended. */
export async function renewClaim(db: Database, { shopId, key }: KeyedInput, claimId: string) {
  await db.prisma.$executeRaw`
    UPDATE idempotency_keys SET claimed_until = statement_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    WHERE shop_id = ${shopId} AND purpose = ${purpose} AND key = ${key} AND claim_id = ${claimId}::uuid`;
}

/** Notes an effect; false when the claim has gone over to another request. */
export async function noteEffect(
  tx: Queries,
  { shopId, key }: KeyedInput,
  claimId: string,
  effect: string,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE idempotency_keys SET done_so_far = ${effect}
    WHERE shop_id = ${shopId} AND purpose = ${purpose} AND key = ${key} AND claim_id = ${claimId}::uuid`;
  return count > 0;
}

/** Ends a claim with the answer that repeated requests get, field by field as the first one did. */
export async function answerKey(
  db: Database,
  { shopId, key }: KeyedInput,
  claimId: string,
  answer: unknown,
): Promise<void> {
  await db.prisma.idempotencyKey.updateMany({
    where: { shopId, purpose, key, claimId },
    data: { result: JSON.stringify(answer), claimId: null, claimedUntil: null },
  });
}

/** Ends a claim without an answer. Where the request had no effect, nothing is left of the key. */
export async function freeKey(db: Database, { shopId, key }: KeyedInput, claimId: string) {
  const mine = { shopId, purpose, key, claimId };
  await db.prisma.idempotencyKey.deleteMany({ where: { ...mine, doneSoFar: null } });
  await db.prisma.idempotencyKey.updateMany({
    where: mine,
    data: { claimId: null, claimedUntil: null },
  });
}
