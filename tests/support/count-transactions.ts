import type { ShopContext } from "#app/domain/context.ts";

/** The same context, and how many transactions were begun through it so far. */
export function countTransactions(context: ShopContext): {
  context: ShopContext;
  counts: { transactions: number };
} {
  const counts = { transactions: 0 };
  const transaction: ShopContext["db"]["transaction"] = (work) => {
    counts.transactions += 1;
    return context.db.transaction(work);
  };
  const db = Object.assign(Object.create(context.db) as ShopContext["db"], { transaction });
  return { context: { ...context, db }, counts };
}
