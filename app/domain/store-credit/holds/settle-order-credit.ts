import type { CreditHold } from "#app/generated/prisma/client.ts";
import { countsIn } from "#app/lib/counts-in.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { addJobs, requestJob } from "#app/lib/queue.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { settleOrderCreditJob } from "../credit-jobs.ts";
import { returnCredit } from "../returns/return-credit.ts";
import { announceSettlement } from "./announce-settlement.ts";
import { captureHold } from "./capture-hold.ts";
import { isCreditCode, toOrderGid } from "./credit-hold.ts";
import { noteGiftCards } from "./note-gift-cards.ts";
import { noteOtherCurrency } from "./note-other-currency.ts";

/**
 * Brings the ledger to where an order is now: what it took with a code of ours is captured, once, and what
 * its refunds and its cancellation give back is returned. Each of the two is one call of the database. Reads the order from the platform, so it does not
 * matter which news of it came, how often, or in which order. Safe to repeat.
 *
 * @throws PlatformFailure, so that the job is tried again.
 */
export async function settleOrderCredit(context: ShopContext, orderId: number): Promise<void> {
  const { shop, db } = context;
  const order = await context.platform.getOrder(orderId);
  if (!order) {
    await noteUnreadable(context, orderId);
    return;
  }
  for (const used of order.discountCodes) {
    if (!isCreditCode(used.code)) continue;
    const where = { shopId_code: { shopId: shop.id, code: used.code.toUpperCase() } };
    const hold = await db.prisma.creditHold.findUnique({ where });
    if (hold) await settleHold(context, hold, order, used.amountMinor);
  }
  const ofRenewal = await db.prisma.creditHold.findMany({
    where: { shopId: shop.id, orderGid: toOrderGid(orderId), purpose: "renewal" },
  });
  for (const hold of ofRenewal) await settleHold(context, hold, order, 0);
}

/** Has the credit of orders settled where a hold is known to be an order's own. Credit that pays a renewal has no code. */
export async function settleHeldCredit(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  orderIds: readonly number[],
): Promise<void> {
  const byGid = new Map(orderIds.map((orderId) => [toOrderGid(orderId), orderId]));
  const holds = await readInParts([...byGid.keys()], (some) =>
    db.prisma.creditHold.findMany({
      where: { shopId: shop.id, orderGid: { in: some } },
      select: { orderGid: true },
      distinct: ["orderGid"],
    }),
  );
  await addJobs(
    db.prisma,
    holds.flatMap(({ orderGid }) => {
      const orderId = byGid.get(orderGid ?? "");
      return orderId ? [requestJob(settleOrderCreditJob, { shopId: shop.id, orderId })] : [];
    }),
  );
}

/**
 * The same for one hold. One that this order was given before returns what the order has given back since. An order in another currency
 * takes no credit, because what its code took off says nothing of the credit's currency: the hold ends, and the merchant is told.
 */
export async function settleHold(
  context: ShopContext,
  hold: CreditHold,
  order: PlatformOrder,
  usedMinor: number,
): Promise<void> {
  if (!countsIn(order, hold.currency)) {
    if ((await captureHold(context, hold, order, 0)) && usedMinor > 0)
      await noteOtherCurrency(context, hold, order, usedMinor);
  } else if (await captureHold(context, hold, order, usedMinor)) {
    await noteGiftCards(context, hold, order);
    await returnCredit(context, hold.id, order);
  }
  await announceSettlement(context, hold.customerId);
}

/** An order can be refunded after the platform has ceased to show it; then a person has to look. */
async function noteUnreadable(context: ShopContext, orderId: number): Promise<void> {
  const { shop, db } = context;
  const orderGid = toOrderGid(orderId);
  const hold = await db.prisma.creditHold.findFirst({
    where: { shopId: shop.id, orderGid, capturedMinor: { gt: 0 } },
  });
  if (!hold || hold.returnedMinor === hold.capturedMinor) return;
  await recordActivity(context, db.prisma, {
    kind: "store_credit.unreadable",
    message: `Order ${hold.orderName} used store credit and has changed, but it is too old to be read. If it was refunded, return its credit by hand.`,
    customerId: hold.customerId,
    details: { hold_id: String(hold.id) },
  });
}
