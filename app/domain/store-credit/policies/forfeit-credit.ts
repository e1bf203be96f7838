import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext, SubscriptionFollower } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { forfeitCreditTask } from "../../ledger/ledger-tasks.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { toJson } from "../../ledger/post-movement.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { findForfeitingPlan } from "./find-forfeiting-plan.ts";
import { forfeitTimeOf } from "./forfeit-time.ts";

/** Longer than a checkout may keep credit on hold. */
const LOOK_AGAIN_MS = 60 * 60_000;

/**
 * Plans the forfeit in the transaction of a contract's cancellation, for when the contract ends. What the shopper was
 * told counts: a policy that is switched on later forfeits nothing of theirs.
 */
async function planForfeit(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  subscription: Subscription,
): Promise<void> {
  if (subscription.planId === null || subscription.customerId === null) return;
  // An import that never began has given nothing, and its end takes nothing.
  if (subscription.importState === "undone") return;
  const { creditForfeitOnCancel } = await tx.plan.findUniqueOrThrow({
    where: { shopId_id: { shopId: context.shop.id, id: subscription.planId } },
    select: { creditForfeitOnCancel: true },
  });
  if (!creditForfeitOnCancel) return;
  const { clock, shop } = context;
  const dueAt = forfeitTimeOf(subscription.endsAt, clock.now(), shop.ianaTimezone);
  await scheduleForfeit(context, tx, subscription.id, dueAt);
}

/** When a cancelled contract ends. */
function endOf({ clock }: Pick<ShopContext, "clock">, { endsAt }: Subscription): Date {
  return endsAt ?? clock.now();
}

/**
 * Plans a forfeit again for a canceled contract that ends at another time than it was told: its owner has withdrawn, or a charge
 * that was under way has failed. One that was not planned at the cancellation stays so.
 */
async function followEnd(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  before: Subscription,
  after: Subscription,
): Promise<void> {
  if (before.status !== "cancelled" || after.status !== "cancelled") return;
  if (before.endsAt?.getTime() === after.endsAt?.getTime()) return;
  const { shopId, id } = after;
  const planned = await tx.dueTask.findFirst({
    where: { shopId, kind: forfeitCreditTask.kind, key: { startsWith: `${id}@` }, doneAt: null },
    select: { id: true },
  });
  if (planned) await planForfeit(context, tx, after);
}

/** Plans the forfeit when a contract is cancelled, and when its end becomes another one. */
export const forfeitFollower: SubscriptionFollower = {
  onCancelled: planForfeit,
  onRecorded: async (context, tx, changes) => {
    for (const { before, after } of changes) {
      if (before) await followEnd(context, tx, before, after);
    }
  },
};

/**
 * Forfeits what is left of the credit that the plan of a cancelled contract gave its customer, unless
 * another contract of that plan lasts longer, or the plan's credit stays by now. What a checkout holds at that moment
 * is looked at again later, or when it comes back. Safe to repeat.
 */
export async function forfeitCredit(context: ShopContext, subscriptionId: bigint): Promise<void> {
  const { shop, db } = context;
  const subscription = await db.prisma.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id: subscriptionId } },
    include: { plan: { select: { planGroup: { select: { name: true } } } } },
  });
  const end = endOf(context, subscription);
  const forfeiting = await findForfeitingPlan(context, db.prisma, subscription, end);
  if (!forfeiting) return;
  const movement = toJson(context, {
    ...forfeiting,
    unit: "money",
    amountMinor: 0,
    typeCode: CREDIT_TYPES.forfeit,
    message: forfeitMessage(subscription, subscription.plan?.planGroup.name),
  });
  const { rows } = await db.pool.query<{ result: { is_partly_held: boolean } }>(
    "SELECT forfeit_plan_credit($1, $2, $3) AS result",
    [String(shop.id), JSON.stringify(movement), LEDGER_CODES],
  );
  if (!rows[0]?.result.is_partly_held) return;
  const later = new Date(context.clock.now().getTime() + LOOK_AGAIN_MS);
  await scheduleForfeit(context, db.prisma, subscriptionId, later);
}

function forfeitMessage(
  { kind, planName }: Pick<Subscription, "kind" | "planName">,
  groupName: string | undefined,
): string {
  const what = kind === "membership" ? "membership" : "subscription";
  return `Forfeited because the ${what} ${groupName ?? planName} has ended`;
}

function scheduleForfeit(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  subscriptionId: bigint,
  dueAt: Date,
): Promise<void> {
  return scheduleTask(context, tx, forfeitCreditTask, { subscriptionId }, dueAt);
}
