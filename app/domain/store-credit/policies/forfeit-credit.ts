import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext, SubscriptionFollower } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { toJson } from "../../ledger/post-movement.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { forfeitCreditTask } from "../credit-jobs.ts";

/** Longer than a checkout may keep credit on hold. */
const LOOK_AGAIN_MS = 60 * 60_000;

/**
 * Plans the forfeit in the transaction of a contract's cancellation, where the contract's plan says that
 * its credit ends with it. The policy that counts is the one at this moment.
 */
async function planForfeit(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  subscription: Pick<Subscription, "id" | "customerId" | "planId">,
): Promise<void> {
  if (subscription.planId === null || subscription.customerId === null) return;
  const plan = await tx.plan.findUniqueOrThrow({
    where: { shopId_id: { shopId: context.shop.id, id: subscription.planId } },
    select: { creditForfeitOnCancel: true },
  });
  if (!plan.creditForfeitOnCancel) return;
  await scheduleForfeit(context, tx, subscription.id, context.clock.now());
}

/** Credit that ends with its contract is forfeited after the contract's cancellation. */
export const forfeitFollower: SubscriptionFollower = { onCancelled: planForfeit };

/**
 * Forfeits the remaining credit that the plan of a cancelled contract gave its customer, unless the customer
 * has another active contract of that plan. Credit held by a checkout is checked again later, because it may
 * be released. Safe to repeat.
 */
export async function forfeitCredit(context: ShopContext, subscriptionId: bigint): Promise<void> {
  const { shop, db } = context;
  const subscription = await db.prisma.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id: subscriptionId } },
    include: { plan: { select: { planGroup: { select: { name: true } } } } },
  });
  const { customerId, planId } = subscription;
  if (customerId === null || planId === null) return;
  const another = await db.prisma.subscription.findFirst({
    where: { shopId: shop.id, customerId, planId, status: { not: "cancelled" } },
    select: { id: true },
  });
  if (another) return;
  const movement = toJson(context, {
    customerId,
    planId,
    unit: "money",
    amountMinor: 0,
    typeCode: CREDIT_TYPES.forfeit,
    message: forfeitMessage(subscription, subscription.plan?.planGroup.name),
  });
  await db.transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ result: { is_partly_held: boolean } }[]>`
      SELECT forfeit_plan_credit(${shop.id}, ${JSON.stringify(movement)}::jsonb, ${LEDGER_CODES}::jsonb) AS result`;
    if (!row?.result.is_partly_held) return;
    const later = new Date(context.clock.now().getTime() + LOOK_AGAIN_MS);
    await scheduleForfeit(context, tx, subscriptionId, later);
  });
}

/**
 * Reschedules a waiting forfeit to now, in the transaction that ends a customer's hold: released credit must
 * not be spendable in the meantime.
 */
export async function rescheduleForfeits(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  customerId: bigint,
): Promise<void> {
  const { shop, clock } = context;
  const waiting = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT s.id FROM due_tasks t
    JOIN subscriptions s ON s.shop_id = t.shop_id AND s.id = (t.payload->>'subscriptionId')::bigint
    WHERE t.shop_id = ${shop.id} AND t.kind = 'forfeit-credit' AND t.done_at IS NULL
      AND s.customer_id = ${customerId}`;
  for (const { id } of waiting) await scheduleForfeit(context, tx, id, clock.now());
}

function forfeitMessage(
  { kind, platformStatus, planName }: Pick<Subscription, "kind" | "platformStatus" | "planName">,
  groupName: string | undefined,
): string {
  const what = kind === "membership" ? "membership" : "subscription";
  const how = platformStatus === "expired" ? "ended" : "was cancelled";
  return `Forfeited because the ${what} ${groupName ?? planName} ${how}`;
}

function scheduleForfeit(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  subscriptionId: bigint,
  dueAt: Date,
): Promise<void> {
  return scheduleTask(context, tx, forfeitCreditTask, { subscriptionId }, dueAt);
}
