import type { PriceChange, Subscription } from "#app/generated/prisma/client.ts";
import { writeBack } from "../billing/prices/align-price.ts";
import {
  noticeKeyOf,
  type RowOfChange,
  readLinePrices,
  reminderKeyOf,
} from "../billing/prices/price-change-row.ts";
import type { ShopContext } from "../context.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";

/**
 * Takes back one row of a change that was stopped: the contract gets its old price where it has the new one, and whoever was
 * told is told that the price stays. A notice that has not left is held back instead. Where the contract is paused meanwhile, the
 * row stays open, and the old price is given back before anything is charged. Safe to repeat.
 *
 * @throws PlatformFailure: the row stays open.
 */
export async function undoPrice(
  context: ShopContext,
  change: PriceChange,
  subscription: Subscription,
): Promise<void> {
  // Whoever was writing the price while it was stopped has moved the row: it is looked at again.
  while (!(await undoOnce(context, change, subscription))) {}
}

const ENDS = ["done", "left", "stopped"];

/** @returns false when somebody has moved the row meanwhile. */
async function undoOnce(
  context: ShopContext,
  change: PriceChange,
  subscription: Subscription,
): Promise<boolean> {
  const { shopId, id: priceChangeId, currency } = change;
  const key = { shopId, priceChangeId, subscriptionId: subscription.id };
  const where = { shopId_priceChangeId_subscriptionId: key };
  const row: RowOfChange = await context.db.prisma.priceChangeRow.findUniqueOrThrow({
    ...{ where, include: { change: { include: { plan: true } } } },
  });
  if (ENDS.includes(row.state)) return true;
  const hasNewPrice = row.state === "writing" || row.state === "written";
  const isBack =
    !hasNewPrice ||
    subscription.status === "cancelled" ||
    (await writeBack(context, subscription, row));
  return context.db.transaction(async (tx) => {
    const { count } = await tx.priceChangeRow.updateMany({
      where: { ...key, state: row.state },
      data: isBack
        ? { state: "stopped", stoppedFrom: row.state, endedAt: context.clock.now() }
        : { state: row.state },
    });
    if (count === 0) return false;
    if (row.state === "waiting" || row.beforeMinor === null) return true;
    const notice = { shopId, causeKey: noticeKeyOf(key) };
    const holdBack = (causeKey: string) =>
      tx.mail.updateMany({
        where: { shopId, causeKey, state: "queued" },
        data: { state: "suppressed", reason: "The price change was stopped.", data: {} },
      });
    await holdBack(reminderKeyOf(key));
    await holdBack(noticeKeyOf(key));
    const { customerId, planName } = subscription;
    const sent = await tx.mail.findFirst({ where: notice, select: { state: true } });
    const hasRead = row.answer === "agreed" || row.answer === "declined";
    const isTold = hasRead || sent?.state === "sent" || sent?.state === "sending";
    await tx.priceChangeRow.updateMany({ where: key, data: { isTold } });
    // Where nobody knows whether the notice came, it is taken back all the same.
    const mayKnow = isTold || sent?.state === "unknown";
    // Whoever has canceled pays neither price.
    const isOver = subscription.status === "cancelled" || subscription.withdrawnAt !== null;
    if (!mayKnow || customerId === null || isOver) return true;
    const addressed = { customerId, causeKey: `${noticeKeyOf(key)}:kept` };
    const amount = { minor: Number(row.beforeMinor), currency };
    await (readLinePrices(row).length === 0
      ? queueMail(context, tx, { ...addressed, kind: "terms_kept", data: { planName } })
      : queueMail(context, tx, { ...addressed, kind: "price_kept", data: { planName, amount } }));
    return true;
  });
}
