import type { Database, Queries } from "#app/lib/db.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";
import {
  BILLINGS_AT_ONCE,
  type Billing,
  lockBillings,
  type SubscriptionKey,
} from "./read-billing.ts";

interface Change {
  key: SubscriptionKey;
  make(tx: Queries, billing: Billing | null): Promise<void>;
}

/**
 * Changes a subscription's charges in a transaction that has them locked. Changes of the store's other subscriptions that are asked for
 * at about the same time share it: what locks and reads them, and what each writes last, are a statement for all. Where one of
 * them fails, each is made by itself.
 *
 * @param change is given null where there is no such subscription. It may be undone and made again, and locks nothing beyond the
 *   subscription's own rows: what others in the transaction have locked is no concern of its.
 */
export async function changeBilling<T>(
  { db }: Pick<ShopContext, "db">,
  key: SubscriptionKey,
  change: (tx: Queries, billing: Billing | null) => Promise<T>,
): Promise<T> {
  const outcomes: T[] = [];
  await makeTogether(db, {
    key,
    make: async (tx, billing) => {
      outcomes.push(await change(tx, billing));
    },
  });
  return outcomes.at(-1) as T;
}

const makeTogether = shareWork({
  most: BILLINGS_AT_ONCE,
  keyOf: ({ key }: Change) => String(key.id),
  work: (db: Database, changes: readonly Change[]) =>
    db.transaction(async (tx) => {
      const shopId = changes[0]?.key.shopId ?? 0n;
      const ids = changes.map(({ key }) => key.id);
      const billings = await lockBillings(tx, shopId, ids);
      for (const [at, { make }] of changes.entries()) await make(tx, billings[at] ?? null);
      return changes;
    }),
});
