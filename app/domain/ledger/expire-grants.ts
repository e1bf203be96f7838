import { inSteps } from "#app/lib/in-batches.ts";
import type { ShopContext } from "../context.ts";
import { LEDGER_CODES } from "./ledger-codes.ts";

/** Small enough that customers who are spending credit at the same time do not wait long. */
const ACCOUNTS_AT_ONCE = 200;

/**
 * Writes down what has expired by the store's clock, with an entry for each grant that did, and plans the task for
 * what expires next. Safe to repeat.
 */
export async function expireCredit(
  context: Pick<ShopContext, "shop" | "db" | "clock">,
): Promise<void> {
  const { shop, db, clock } = context;
  await inSteps(ACCOUNTS_AT_ONCE, async (most) => {
    const [row] = await db.prisma.$queryRaw<{ accounts: number }[]>`
      SELECT expire_credit(${shop.id}, ${clock.now()}, ${most}::int, ${LEDGER_CODES}::jsonb) AS accounts`;
    return Boolean(row?.accounts);
  });
}
