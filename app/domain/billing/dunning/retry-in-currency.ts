import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTasks } from "../../schedule/schedule-task.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";

/**
 * Has every charge looked at again that the store's currency stood in the way of, and does no more. Dunning then decides, and makes each
 * one once. Safe to repeat.
 *
 * @param platformCurrency the store's on the platform where it is still another than its own; then only charges in that one are free.
 */
export async function retryInCurrency(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  platformCurrency: string | null,
): Promise<void> {
  const shopId = context.shop.id;
  const charges = await tx.$queryRaw<{ subscription_id: bigint }[]>`
    SELECT f.subscription_id FROM billing_cycles f
    CROSS JOIN LATERAL (
      SELECT b.status, b.currency, b.store_currency FROM billing_attempts b
      WHERE b.shop_id = ${shopId} AND b.subscription_id = f.subscription_id AND b.cycle_index = f.cycle_index
      ORDER BY b.attempt_number DESC LIMIT 1) a
    WHERE f.shop_id = ${shopId} AND f.state = 'past_due' AND f.step = 'stop' AND a.status = 'failed'
      AND a.store_currency IS NOT NULL AND a.currency = coalesce(${platformCurrency}, a.currency)`;
  const dueAt = context.clock.now();
  await scheduleTasks(
    context,
    tx,
    billSubscriptionTask,
    charges.map(({ subscription_id: subscriptionId }) => ({ payload: { subscriptionId }, dueAt })),
  );
}
