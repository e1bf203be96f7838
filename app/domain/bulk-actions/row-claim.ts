import type { BulkAction } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import type { BulkActionKind } from "./bulk-action-kinds.ts";
import type { ClaimedRow } from "./claim-row.ts";
import { readStates } from "./read-states.ts";
import { isSameState, markOf } from "./seen-subscriptions.ts";

/** Actions whose question names an amount of money. */
const NAMES_AMOUNTS: readonly BulkActionKind[] = ["skip", "retry"];

/** What a merchant is told of a subscription that is no longer as the question has shown it. */
export const CHANGED_MEANWHILE = "Changed meanwhile, so it was left as it is.";

/**
 * Holds one row of an action to what its merchant was shown. Of any number of actions, and of anybody else who changes the
 * subscription, one is first; the others find another state and leave it alone.
 */
export interface RowClaim {
  /** Whether the subscription is still as it was shown. */
  isAsSeen(): Promise<boolean>;
  /**
   * Begins the change, in its own transaction. Passes when this action has begun it already.
   *
   * @throws AppError when the subscription is no longer as it was shown.
   */
  guard(tx: Queries): Promise<void>;
  /** Begins the change where the caller has compared by itself. */
  begin(tx: Queries): Promise<void>;
  /** Whether this action has begun to change the subscription, be it in another worker or before a crash. */
  isBegun(): Promise<boolean>;
}

export function claimOf(
  { db }: Pick<ShopContext, "db">,
  { shopId, id, kind }: BulkAction & { kind: BulkActionKind },
  { subscription_id: subscriptionId }: Pick<ClaimedRow, "subscription_id">,
): RowClaim {
  const key = { shopId, bulkActionId: id, subscriptionId };
  const where = { shopId_bulkActionId_subscriptionId: key };
  const readRow = (tx: Queries) => tx.bulkActionRow.findUniqueOrThrow({ where });
  const readMark = async (tx: Queries) => {
    const [state] = await readStates(tx, shopId, [subscriptionId]);
    return state ? markOf(state) : "";
  };
  const begin = async (tx: Queries) => {
    await tx.bulkActionRow.update({ where, data: { isBegun: true } });
  };
  const isTaken = async (tx: Queries) =>
    (await tx.bulkActionRow.count({
      where: { shopId, subscriptionId, isBegun: true, state: "running", bulkActionId: { not: id } },
    })) > 0;
  return {
    begin,
    isBegun: async () => (await readRow(db.prisma)).isBegun,
    isAsSeen: async () => {
      const { isBegun, seenMark } = await readRow(db.prisma);
      if (isBegun || seenMark === null) return true;
      const mark = await readMark(db.prisma);
      return NAMES_AMOUNTS.includes(kind) ? mark === seenMark : isSameState(mark, seenMark);
    },
    guard: async (tx) => {
      await tx.$queryRaw`
        SELECT 1 FROM subscriptions WHERE shop_id = ${shopId} AND id = ${subscriptionId} FOR NO KEY UPDATE`;
      const { isBegun, seenMark } = await readRow(tx);
      if (isBegun) return;
      // The amount is compared before: credit that pays a part of this charge has changed it by now.
      const isSeen = seenMark === null || isSameState(await readMark(tx), seenMark);
      if (!isSeen || (await isTaken(tx))) {
        throw new AppError("charge_not_retryable", CHANGED_MEANWHILE);
      }
      await begin(tx);
    },
  };
}
