import { isAppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import { KEY_PURPOSE as purpose } from "./key-purpose.ts";

/** What a request is answered, and whether an earlier one with its key has had the effect. */
interface Answered<T> {
  answer: T;
  replayed: boolean;
}

type StoreContext = Pick<ShopContext, "db" | "shop">;

/** The key of a request, and a hash of what came with it. */
interface RequestKey {
  key: string;
  inputHash: string;
}

/**
 * Answers a request whose effect the ledger makes once for its key, and a repeated one within 24 hours with the first answer, text by
 * text: whatever has become another since, and though the request would be refused by now.
 *
 * @param work returns what JSON can hold; it is asked again where the first answer was lost on its way here.
 */
export async function answerAsFirst<T>(
  context: StoreContext,
  key: RequestKey | undefined,
  work: () => Promise<Answered<T>>,
): Promise<Answered<T>> {
  if (!key) return work();
  try {
    const made = await work();
    const first = made.replayed ? await readFirst<T>(context, key) : null;
    if (first) return first;
    await keepFirst(context, key, made.answer);
    return made;
  } catch (error) {
    const first = isAppError(error) ? await readFirst<T>(context, key) : null;
    if (first) return first;
    throw error;
  }
}

async function readFirst<T>(
  { db, shop }: StoreContext,
  { key, inputHash }: RequestKey,
): Promise<Answered<T> | null> {
  const [row] = await db.prisma.$queryRaw<{ answer: string | null }[]>`
    SELECT answer FROM idempotency_keys
    WHERE shop_id = ${shop.id} AND purpose = ${purpose} AND key = ${key} AND input_hash = ${inputHash}
      AND created_at > statement_timestamp() - interval '24 hours'`;
  return row?.answer ? { answer: JSON.parse(row.answer), replayed: true } : null;
}

async function keepFirst({ db, shop }: StoreContext, { key }: RequestKey, answer: unknown) {
  await db.prisma.$executeRaw`
    UPDATE idempotency_keys SET answer = ${JSON.stringify(answer)}
    WHERE shop_id = ${shop.id} AND purpose = ${purpose} AND key = ${key} AND answer IS NULL`;
}
