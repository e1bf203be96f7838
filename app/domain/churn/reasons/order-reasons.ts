import { AppError } from "#app/lib/app-error.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import type { StaleEdit } from "../../edit-version.ts";
import { publishCancelFlowJob } from "../churn-jobs.ts";

/**
 * Puts the reasons into a new order. `from` is the order that the merchant saw: when it is no longer
 * the store's, nothing is saved and the outcome is `stale`.
 *
 * @throws AppError invalid_input when `to` does not hold the same reasons as `from`.
 */
export async function orderReasons(
  context: ShopContext,
  order: { from: readonly bigint[]; to: readonly bigint[] },
): Promise<{ outcome: "saved" } | StaleEdit> {
  const shopId = context.shop.id;
  if (!isPermutation(order.from, order.to)) {
    throw new AppError("invalid_input", "The new order must hold every reason exactly once.");
  }
  return context.db.transaction(async (tx) => {
    const present = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM cancellation_reasons WHERE shop_id = ${shopId} ORDER BY position, id FOR UPDATE`;
    if (
      !isSameOrder(
        present.map((row) => row.id),
        order.from,
      )
    )
      return { outcome: "stale" };
    await tx.$executeRaw`
      UPDATE cancellation_reasons r SET position = o.position
      FROM unnest(${[...order.to]}::bigint[]) WITH ORDINALITY AS o (id, position)
      WHERE r.shop_id = ${shopId} AND r.id = o.id`;
    await recordActivity(context, tx, {
      kind: "reason.ordered",
      message: "The cancellation reasons were put into another order.",
    });
    await addJob(tx, publishCancelFlowJob, { shopId });
    return { outcome: "saved" };
  });
}

function isPermutation(one: readonly bigint[], other: readonly bigint[]): boolean {
  const ids = new Set(other);
  return ids.size === other.length && one.length === other.length && one.every((id) => ids.has(id));
}

function isSameOrder(one: readonly bigint[], other: readonly bigint[]): boolean {
  return one.length === other.length && one.every((id, place) => id === other[place]);
}
