import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { publishStoreCreditJob } from "../credit-jobs.ts";
import { holdExpiresAt } from "./credit-hold.ts";
import { settleHoldEntry } from "./settle-hold.ts";
import { settleOrderCredit } from "./settle-order-credit.ts";

/** So long the platform may take to show an order that it has counted for the code. */
const ORDER_PATIENCE_MS = 24 * 60 * 60_000;

/**
 * Gives back what was kept for a checkout that came to nothing, once its time is over: first no checkout
 * takes the code any more, then orders which have used it are settled, and only what none has used goes
 * back. An order that arrives after all is settled by its webhook. Safe to repeat; before its time it
 * does nothing.
 *
 * @throws PlatformFailure, or Error while an order that the platform has counted cannot be seen, so that
 * the task is tried again. The credit stays held till then.
 */
export async function releaseHold(context: ShopContext, holdId: bigint): Promise<void> {
  const { shop, db, clock, platform } = context;
  const key = { shopId_id: { shopId: shop.id, id: holdId } };
  const hold = await db.prisma.creditHold.findUnique({ where: key });
  if (!hold || hold.state === "captured") return;
  // One that was given up has no code, unless the platform's answer was lost.
  if (hold.state === "released" && hold.discountGid !== null) return;
  if (hold.state === "live" && clock.now() < holdExpiresAt(hold.createdAt)) return;

  const closed = await platform.closeDiscountCode(hold.code);
  const orderIds = closed ? await platform.listOrdersWithCode(hold.code) : [];
  for (const orderId of orderIds) await settleOrderCredit(context, orderId);
  const isLate = clock.now().getTime() > hold.createdAt.getTime() + ORDER_PATIENCE_MS;
  if (closed && closed.usageCount > 0 && orderIds.length === 0 && !isLate) {
    throw new Error("the platform has counted an order for this code and does not show it yet");
  }

  await db.transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM credit_holds WHERE shop_id = ${shop.id} AND id = ${holdId} FOR UPDATE`;
    const now = await tx.creditHold.findUniqueOrThrow({ where: key });
    if (closed && now.discountGid === null) {
      await tx.creditHold.update({ where: key, data: { discountGid: closed.gid } });
    }
    if (now.state !== "live") return;
    const settledAt = clock.now();
    await tx.creditHold.update({ where: key, data: { state: "released", settledAt } });
    await addJob(tx, publishStoreCreditJob, { shopId: shop.id, customerId: now.customerId });
    await settleHoldEntry(tx, context, now, null);
  });
}
