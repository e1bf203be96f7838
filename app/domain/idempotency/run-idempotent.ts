import { setTimeout as delay } from "node:timers/promises";
import { comeAgain } from "#app/lib/app-error.ts";
import type { Database } from "#app/lib/db.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import type { ShopContext } from "../context.ts";
import {
  answerKey,
  claimKey,
  freeKey,
  type KeyClaim,
  type KeyedInput,
  type KeyState,
  noteEffect,
  RENEW_EVERY_MS,
  renewClaim,
} from "./key-claims.ts";

/** A request that its caller may repeat with the same key. */
export interface IdempotentRequest {
  /** Null: the caller sent none, and the work is done each time. */
  key: string | null;
  /** What makes two requests the same: the operation, and all that it was given. */
  input: readonly [operation: string, ...given: unknown[]];
}

/** How long a repeated request waits for the answer of the first one (decisions). */
const WAIT_MS = 10_000;
const ASK_EVERY_MS = 200;
const COME_AGAIN_SECONDS = 5;

/**
 * Runs `work` once per key, and answers a repeated request within 24 hours of machine time with the first answer, whichever process
 * takes it. A request that failed without an effect runs again; so does one whose process died, once its claim has ended.
 *
 * @param work returns what JSON can hold. It is safe to repeat, or notes its effect with the claim and goes on from there. The claim
 *   is null for a request without a key.
 * @throws AppError idempotency_conflict when the key came with another input; rate_limited when the first request is not answered
 *   within ten seconds.
 */
export async function runIdempotent<T>(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { key, input }: IdempotentRequest,
  work: (claim: KeyClaim | null) => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  if (key === null) return { answer: await work(null), replayed: false };
  const signal = AbortSignal.timeout(WAIT_MS);
  const release = await turns.take(`${shop.id}/${key}`, signal).catch((error) => {
    throw signal.aborted ? stillRunning() : error;
  });
  try {
    return await runKeyed(db, { shopId: shop.id, key, inputHash: hashJson(input) }, work, signal);
  } finally {
    release();
  }
}

/** Of the requests of a process with one key, one asks the database at a time. */
const turns = new KeyedSemaphore<string>(1);

async function runKeyed<T>(
  db: Database,
  input: KeyedInput,
  work: (claim: KeyClaim) => Promise<T>,
  signal: AbortSignal,
): Promise<{ answer: T; replayed: boolean }> {
  const known = await waitForKey(db, input, signal);
  if (known.state === "answered") return { answer: known.answer as T, replayed: true };
  const { claimId, doneSoFar } = known;
  const claim: KeyClaim = {
    doneSoFar,
    note: async (tx, effect) => {
      if (!(await noteEffect(tx, input, claimId, effect))) throw stillRunning();
    },
  };
  // A renewal that fails is made up for by the next; if none arrives, another request goes on.
  const renewing = setInterval(
    () => void renewClaim(db, input, claimId).catch(() => {}),
    RENEW_EVERY_MS,
  );
  try {
    const answer = await work(claim);
    await answerKey(db, input, claimId, answer);
    return { answer, replayed: false };
  } catch (error) {
    await freeKey(db, input, claimId);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Resolves when the key is ours, or answered. */
async function waitForKey(
  db: Database,
  input: KeyedInput,
  signal: AbortSignal,
): Promise<Exclude<KeyState, { state: "running" }>> {
  for (;;) {
    const known = await claimKey(db, input);
    if (known.state !== "running") return known;
    if (signal.aborted) throw stillRunning();
    await delay(ASK_EVERY_MS);
  }
}

const stillRunning = () =>
  comeAgain(
    "The first request with this Idempotency-Key is not answered yet. Send the same request again later.",
    COME_AGAIN_SECONDS,
  );
