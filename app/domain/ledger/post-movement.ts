import pg from "pg";
import { Coalescer } from "#app/lib/coalescer.ts";
import type { Queries } from "#app/lib/db.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../context.ts";
import { KEY_PURPOSE } from "../idempotency/key-purpose.ts";
import { activityKind, eventKind, LEDGER_CODES } from "./ledger-codes.ts";
import {
  CREDIT_TYPES,
  type CreditAccountState,
  type CreditMovement,
  type CreditPosting,
} from "./movement.ts";

/** What a movement is posted under: whose ledger, who moves, when. */
type LedgerContext = Pick<ShopContext, "shop" | "clock" | "actor">;

/**
 * Posts one movement in its own transaction: entry, balance, grants, activity line and event together,
 * in one call of the database. Movements of one store that arrive together share the call and are posted one
 * after another; one that fails takes none of the others with it. Safe to repeat with an idempotency or a
 * source key, and only then.
 */
export function postCredit(
  context: LedgerContext & Pick<ShopContext, "db">,
  movement: CreditMovement,
): Promise<CreditPosting> {
  const json = toJson(context, movement);
  return coalescerOf(context.db.pool, context.shop.id)
    .call(json)
    .then((answer) => {
      if (answer instanceof Error) throw answer;
      return readPosting(answer);
    });
}

/** The same in the caller's transaction, which holds the store's ledger from here to its end: keep it short. */
export async function postCreditWithin(
  tx: Queries,
  context: LedgerContext,
  movement: CreditMovement,
): Promise<CreditPosting> {
  const [row] = await postWithin(tx, context.shop.id, [toJson(context, movement)]);
  return readPosting(row as PostingRow);
}

async function postWithin(
  tx: Queries,
  shopId: bigint,
  movements: readonly object[],
): Promise<PostingRow[]> {
  const json = JSON.stringify(movements);
  const [row] = await tx.$queryRaw<{ results: PostingRow[] }[]>`
    SELECT post_credit(${shopId}, ${json}::jsonb, ${LEDGER_CODES}::jsonb) AS results`;
  return row?.results ?? [];
}

/** Movements of one transaction that are posted together. */
export interface Postings {
  add(movement: CreditMovement): void;
  /** Posts in one call what was added since the last time, in its order. What one comes to is not told. */
  post(): Promise<void>;
}

export function collectPostings(tx: Queries, context: LedgerContext): Postings {
  let waiting: object[] = [];
  return {
    add: (movement) => {
      waiting.push(toJson(context, movement));
    },
    post: async () => {
      const movements = waiting;
      waiting = [];
      if (movements.length > 0) await postWithin(tx, context.shop.id, movements);
    },
  };
}

/**
 * Whether a movement was posted with this idempotency key within the last 24 hours: a request that comes again is
 * answered as before, whatever has become wrong with it since.
 */
export async function isKeyUsed(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  key: string,
): Promise<boolean> {
  const { rows } = await db.pool.query(
    `SELECT 1 FROM idempotency_keys
     WHERE shop_id = $1 AND purpose = $2 AND key = $3 AND created_at > now() - interval '24 hours'`,
    [String(shop.id), KEY_PURPOSE, key],
  );
  return rows.length > 0;
}

/** A posting as the database tells it. */
interface PostingRow {
  outcome: CreditPosting["outcome"];
  entry_id: string;
  grant_id: string | null;
  amount_minor: number;
  at: string;
  account: AccountRow;
}

export interface AccountRow {
  available_minor: number;
  held_minor: number;
  issued_minor: number;
  used_minor: number;
  pending_minor: number;
  owed_minor: number;
  updated_at: string;
  next_expiry: { amount_minor: number; expires_at: string } | null;
}

function readPosting(row: PostingRow): CreditPosting {
  if (row.outcome !== "posted" && row.outcome !== "replayed") return { outcome: row.outcome };
  return {
    outcome: row.outcome,
    entryId: BigInt(row.entry_id),
    grantId: row.grant_id ? BigInt(row.grant_id) : null,
    amountMinor: row.amount_minor,
    at: new Date(row.at),
    account: readAccountRow(row.account),
  };
}

export function readAccountRow(row: AccountRow): CreditAccountState {
  const { next_expiry: next } = row;
  return {
    availableMinor: row.available_minor,
    heldMinor: row.held_minor,
    issuedMinor: row.issued_minor,
    usedMinor: row.used_minor,
    pendingMinor: row.pending_minor,
    owedMinor: row.owed_minor,
    nextExpiry: next && {
      amountMinor: next.amount_minor,
      expiresAt: new Date(next.expires_at),
    },
    updatedAt: new Date(row.updated_at),
  };
}

/** A movement as the database function takes it, under the context's clock and actor. */
export function toJson(context: LedgerContext, movement: CreditMovement): object {
  const { unit, amountMinor, planId, grantId, idempotency } = movement;
  const gives = amountMinor > 0;
  const direction = gives ? "added" : movement.onHold ? "held" : "deducted";
  const grants = gives ? (movement.parts ?? [{ amountMinor, expiresAt: null }]) : null;
  return {
    customer_id: String(movement.customerId),
    unit,
    amount_minor: amountMinor,
    type_code: movement.typeCode,
    message: movement.message,
    reason: movement.reason,
    grant_amounts: grants?.map((grant) => grant.amountMinor),
    grant_expiries: grants?.map((grant) => grant.expiresAt),
    counts_as: totalOf(movement),
    activity_kind: activityKind(unit, direction),
    event_kind: eventKind(unit, direction),
    plan_id: planId == null ? null : String(planId),
    grant_id: grantId === undefined ? null : String(grantId),
    on_hold: movement.onHold,
    is_pending: movement.isPending,
    may_owe: movement.mayOwe,
    order_gid: movement.orderGid,
    order_name: movement.orderName,
    used_in: movement.usedIn,
    source_key: movement.sourceKey,
    idempotency_key: idempotency?.key,
    input_hash: idempotency?.inputHash,
    at: context.clock.now(),
    actor_kind: context.actor.kind,
    actor_name: context.actor.name,
  };
}

/** Which of the account's totals a movement adds to. What comes back from an order or a dispute was issued before. */
function totalOf({ typeCode, amountMinor, onHold }: CreditMovement): "issued" | "used" | null {
  if (onHold || typeCode === CREDIT_TYPES.dispute) return null;
  if (typeCode === CREDIT_TYPES.redemption || typeCode === CREDIT_TYPES.redemptionReturned) {
    return "used";
  }
  return amountMinor > 0 ? "issued" : null;
}

type LedgerCalls = Map<bigint, Coalescer<object, PostingRow | Error>>;

const coalescers = new WeakMap<pg.Pool, LedgerCalls>();

function coalescerOf(pool: pg.Pool, shopId: bigint): Coalescer<object, PostingRow | Error> {
  const ofPool: LedgerCalls = coalescers.get(pool) ?? new Map();
  coalescers.set(pool, ofPool);
  const known = ofPool.get(shopId);
  if (known) return known;
  const made = new Coalescer((movements: object[]) => postBatch(pool, shopId, movements));
  ofPool.set(shopId, made);
  return made;
}

async function postBatch(
  pool: pg.Pool,
  shopId: bigint,
  movements: object[],
): Promise<(PostingRow | Error)[]> {
  try {
    const { rows } = await pool.query<{ results: PostingRow[] }>(
      prepared("SELECT post_credit($1, $2, $3) AS results", [
        String(shopId),
        JSON.stringify(movements),
        LEDGER_CODES,
      ]),
    );
    return rows[0]?.results ?? [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (movements.length === 1 || !isRolledBack(error)) return movements.map(() => error);
    const answers: (PostingRow | Error)[] = [];
    for (const movement of movements) answers.push(...(await postBatch(pool, shopId, [movement])));
    return answers;
  }
}

/** True when the statement itself failed and was rolled back: invalid data, a violated constraint, a deadlock. */
function isRolledBack(error: Error): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|40|P0)/.test(error.code ?? "");
}
