import { type AppContext, type ShopContext, systemActor } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { openShop } from "../../shops/open-shop.ts";
import { toShop } from "../../shops/shop.ts";
import { billSubscriptionTask } from "./billing-tasks.ts";

const AT_A_TIME = 1000;
const HOUR_MS = 3_600_000;

/**
 * Plans the charge of every active subscription that is due within the hour and has none planned, in all stores. One whose
 * charge has failed or is running has its next step planned already.
 */
export async function planCharges(app: AppContext): Promise<void> {
  const shops = await app.db.prisma.shop.findMany({ where: { status: "active" } });
  for (const shop of shops) {
    const context = openShop(app, toShop(shop), systemActor);
    while ((await planSomeCharges(context)) === AT_A_TIME);
  }
}

/** @returns how many were planned. */
async function planSomeCharges(context: ShopContext): Promise<number> {
  const { db, shop, clock } = context;
  const until = new Date(clock.now().getTime() + HOUR_MS);
  const due = await db.prisma.$queryRaw<{ id: bigint; next_billing_at: Date }[]>`
    SELECT s.id, s.next_billing_at FROM subscriptions s
    WHERE s.shop_id = ${shop.id} AND s.status = 'active' AND s.next_billing_at <= ${until}
      AND (s.import_state IS NULL OR s.import_state = 'active')
      AND NOT EXISTS (SELECT 1 FROM billing_cycles c WHERE c.shop_id = s.shop_id AND c.subscription_id = s.id
                      AND c.state IN ('open', 'past_due'))
      AND NOT EXISTS (SELECT 1 FROM due_tasks t WHERE t.shop_id = s.shop_id AND t.kind = 'bill-subscription'
                      AND t.key = s.id || ':' || floor(extract(epoch FROM s.next_billing_at) * 1000)::bigint
                      AND t.done_at IS NULL)
    ORDER BY s.next_billing_at LIMIT ${AT_A_TIME}`;
  await db.transaction(async (tx) => {
    for (const { id, next_billing_at } of due) {
      await scheduleTask(
        context,
        tx,
        billSubscriptionTask,
        { subscriptionId: id },
        next_billing_at,
      );
    }
  });
  return due.length;
}
