import { z } from "zod";
import type { ShopContext } from "../context.ts";
import { defineTask } from "../schedule/schedule-task.ts";
import { LEDGER_CODES } from "./ledger-codes.ts";

/** Expires the credit whose time is over. Planned by the ledger's functions in the database. */
export const expireCreditTask = defineTask({
  kind: "expire-credit",
  payload: z.object({}),
  key: (_payload, dueAt) => dueAt.toISOString(),
});

/** Few enough that nobody who spends credit at that moment waits for long. */
const ACCOUNTS_AT_ONCE = 200;

/**
 * Writes down what has expired by the store's clock, with an entry for each grant that did, and plans the task for
 * what expires next. Safe to repeat.
 */
export async function expireCredit(
  context: Pick<ShopContext, "shop" | "db" | "clock">,
): Promise<void> {
  const { shop, db, clock } = context;
  for (;;) {
    const [row] = await db.prisma.$queryRaw<{ accounts: number }[]>`
      SELECT expire_credit(${shop.id}, ${clock.now()}, ${ACCOUNTS_AT_ONCE}::int, ${LEDGER_CODES}::jsonb) AS accounts`;
    if (!row?.accounts) return;
  }
}
