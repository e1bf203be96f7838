import { AppError } from "#app/lib/app-error.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import type { StaleEdit } from "../../edit-version.ts";
import { RULE_STATUS } from "./read-rules.ts";

/**
 * Puts the rules into a new order. `from` is the order that the merchant saw: when it is no longer the store's, nothing is saved
 * and the outcome is `stale`.
 *
 * @throws AppError invalid_input when `to` does not hold the same rules as `from`.
 */
export async function orderRules(
  context: ShopContext,
  { from, to }: { from: readonly bigint[]; to: readonly bigint[] },
): Promise<{ outcome: "saved" } | StaleEdit> {
  const shopId = context.shop.id;
  const ids = new Set(to);
  if (ids.size !== to.length || from.length !== to.length || !from.every((id) => ids.has(id))) {
    throw new AppError("invalid_input", "The new order must hold every rule exactly once.");
  }
  return context.db.transaction(async (tx) => {
    const present = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM loyalty_rules WHERE shop_id = ${shopId} AND status <> ${RULE_STATUS.archived}
      ORDER BY position, id FOR UPDATE`;
    if (present.map(({ id }) => id).join() !== from.join()) return { outcome: "stale" };
    await tx.$executeRaw`
      UPDATE loyalty_rules r SET position = o.position
      FROM unnest(${[...to]}::bigint[]) WITH ORDINALITY AS o (id, position)
      WHERE r.shop_id = ${shopId} AND r.id = o.id`;
    await recordActivity(context, tx, {
      kind: "loyalty_rule.ordered",
      message: "The loyalty rules were put into another order.",
    });
    return { outcome: "saved" };
  });
}
