import { eachByItself } from "#app/lib/each-by-itself.ts";
import { inSteps } from "#app/lib/in-batches.ts";
import { type AppContext, type ShopContext, systemActor } from "../../context.ts";
import { scheduleTasks } from "../../schedule/schedule-task.ts";
import { openShop } from "../../shops/open-shop.ts";
import { toShop } from "../../shops/shop.ts";
import { billSubscriptionTask } from "./billing-tasks.ts";

const AT_A_TIME = 1000;
const HOUR_MS = 3_600_000;

/**
 * Plans the charge of every active subscription that is due within the hour, in all stores; one that is planned stays. One whose
 * charge has failed or is running has its next step planned already.
 */
export async function planCharges(app: AppContext): Promise<void> {
  const shops = await app.db.prisma.shop.findMany({ where: { status: "active" } });
  await eachByItself(shops, (shop) => planChargesOf(openShop(app, toShop(shop), systemActor)));
}

/** The same in one store. */
export async function planChargesOf(context: ShopContext): Promise<void> {
  let from = FIRST;
  await inSteps(AT_A_TIME, async (most) => {
    const last = await planSomeCharges(context, from, most);
    from = last ?? from;
    return last !== null;
  });
}

interface DueCharge {
  id: bigint;
  next_billing_at: Date;
}

/** Before all. */
const FIRST: DueCharge = { id: 0n, next_billing_at: new Date(0) };

/** @returns the last of a full page after `from`; null when no other follows. */
async function planSomeCharges(
  context: ShopContext,
  from: DueCharge,
  most: number,
): Promise<DueCharge | null> {
  const { db, shop, clock } = context;
  const until = new Date(clock.now().getTime() + HOUR_MS);
  const due = await db.prisma.$queryRaw<DueCharge[]>`
    SELECT s.id, s.next_billing_at FROM (
      SELECT id, next_billing_at, import_state FROM subscriptions
      WHERE shop_id = ${shop.id} AND status = 'active'
        AND next_billing_at BETWEEN ${from.next_billing_at} AND ${until}
        AND (next_billing_at, id) > (${from.next_billing_at}, ${from.id})
      ORDER BY next_billing_at, id OFFSET 0) s
    LEFT JOIN LATERAL (
      SELECT subscription_id FROM billing_cycles
      WHERE shop_id = ${shop.id} AND subscription_id = s.id AND state IN ('open', 'past_due') LIMIT 1) c ON TRUE
    WHERE (s.import_state IS NULL OR s.import_state = 'active') AND c.subscription_id IS NULL
    ORDER BY s.next_billing_at, s.id LIMIT ${most}`;
  await db.transaction((tx) =>
    scheduleTasks(
      context,
      tx,
      billSubscriptionTask,
      due.map(({ id, next_billing_at }) => ({
        payload: { subscriptionId: id },
        dueAt: next_billing_at,
      })),
    ),
  );
  return due.length < most ? null : (due.at(-1) ?? null);
}
