import type { Subscription } from "#app/generated/prisma/client.ts";
import { recordActivity } from "../../../activity/record-activity.ts";
import type { ShopContext } from "../../../context.ts";
import { cancelSubscription } from "../../../subscriptions/cancel-subscription.ts";
import { moveRow, type RowOfChange } from "../price-change-row.ts";

/**
 * Does what a change of price says of those who were asked and have not answered by its day: they keep what they have, or
 * their subscription is canceled. From the moment it is written down that the time is over, nobody can agree any more. Safe to
 * repeat, also after a crash in the middle.
 *
 * @returns true: the subscription has to be read again.
 * @throws AppError platform_unavailable, platform_refused: the task is tried again.
 */
export async function endUnanswered(
  context: ShopContext,
  subscription: Subscription,
  row: RowOfChange,
): Promise<boolean> {
  const { shopId, priceChangeId, subscriptionId, change } = row;
  const isCanceled = change.silence === "cancels";
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const { count } = await tx.priceChangeRow.updateMany({
      where: { shopId, priceChangeId, subscriptionId, state: "told", answer: "asked" },
      data: {
        answer: "none",
        ...(!isCanceled && { state: "left", note: NO_ANSWER, endedAt: clock.now() }),
      },
    });
    if (count === 0) return;
    const what = isCanceled ? "the subscription is canceled" : "price and terms stay as they are";
    await recordActivity(context, tx, {
      kind: "billing.change_unanswered",
      message: `The customer did not answer whether they agree to the change of price or terms: ${what}.`,
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      details: { price_change_id: String(priceChangeId) },
    });
  });
  if (!isCanceled) return true;
  const where = { shopId_priceChangeId_subscriptionId: { shopId, priceChangeId, subscriptionId } };
  const now = await db.prisma.priceChangeRow.findUniqueOrThrow({ where });
  // Whoever has agreed at this moment was before us.
  if (now.answer !== "none" || now.state !== "told") return true;
  await cancelSubscription(context, subscription, null);
  await moveRow(context, now, { state: "left", note: CANCELED_UNANSWERED });
  return true;
}

const NO_ANSWER = "The customer did not answer: price and terms stay.";
const CANCELED_UNANSWERED = "The customer did not answer: canceled.";

/** Whether a subscription was canceled because its customer did not answer. */
export async function endedUnanswered(
  { db }: Pick<ShopContext, "db">,
  { shopId, id }: Pick<Subscription, "shopId" | "id">,
): Promise<boolean> {
  const row = await db.prisma.priceChangeRow.findFirst({
    where: { shopId, subscriptionId: id, answer: "none", change: { silence: "cancels" } },
    select: { state: true },
  });
  return row !== null;
}
