import { eachByItself } from "#app/lib/each-by-itself.ts";
import { inSteps } from "#app/lib/in-batches.ts";
import { type AppContext, type ShopContext, systemActor } from "../../context.ts";
import { scheduleTasks } from "../../schedule/schedule-task.ts";
import { openShop } from "../../shops/open-shop.ts";
import { toShop } from "../../shops/shop.ts";
import { lookForPaymentTask } from "../charging/billing-tasks.ts";

const AT_A_TIME = 1000;
const DAY_MS = 86_400_000;

/**
 * Plans a look at every charge that is past due and is not tried again within the day, in all stores: somebody else may have made
 * it, and the news of that may be lost. A retry asks by itself.
 */
export async function planLooks(app: AppContext): Promise<void> {
  const shops = await app.db.prisma.shop.findMany({ where: { status: "active" } });
  await eachByItself(shops, (shop) => planLooksOf(openShop(app, toShop(shop), systemActor)));
}

async function planLooksOf(context: ShopContext): Promise<void> {
  let from: PastDueCharge = { subscription_id: 0n, past_due_since: new Date(0) };
  await inSteps(AT_A_TIME, async (most) => {
    const some = await planSomeLooks(context, from, most);
    from = some.at(-1) ?? from;
    return some.length === most;
  });
}

interface PastDueCharge {
  subscription_id: bigint;
  past_due_since: Date;
}

async function planSomeLooks(
  context: ShopContext,
  from: PastDueCharge,
  most: number,
): Promise<PastDueCharge[]> {
  const { db, shop, clock } = context;
  const now = clock.now();
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const charges = await db.prisma.$queryRaw<PastDueCharge[]>`
    SELECT subscription_id, past_due_since FROM billing_cycles
    WHERE shop_id = ${shop.id} AND state = 'past_due'
      AND (past_due_since, subscription_id) > (${from.past_due_since}, ${from.subscription_id})
      AND (step = 'retry' AND step_at < ${tomorrow}) IS NOT TRUE
    ORDER BY past_due_since, subscription_id LIMIT ${most}`;
  await db.transaction((tx) =>
    scheduleTasks(
      context,
      tx,
      lookForPaymentTask,
      charges.map(({ subscription_id: subscriptionId }) => ({
        payload: { subscriptionId },
        dueAt: now,
      })),
    ),
  );
  return charges;
}
