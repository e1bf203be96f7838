import type { CreditHold } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { announceSettlement } from "./announce-settlement.ts";
import { heldSince, holdExpiresAt } from "./credit-hold.ts";
import { releaseMovement } from "./hold-movements.ts";
import { settleOrderCredit } from "./settle-order-credit.ts";
import { orderIsBeingRecorded } from "./settle-used-code.ts";

/** So long the platform may take to show an order that it has counted for the code. */
const ORDER_PATIENCE_MS = 24 * 60 * 60_000;

/**
 * Gives back what was kept for a checkout that came to nothing, once its time is over: first no checkout
 * takes the code any more, then orders which have used it are settled, and only what none has used goes
 * back. An order that arrives after all is settled by its webhook. Safe to repeat; before its time it
 * does nothing.
 *
 * @throws PlatformFailure, AppError as `endHold` does, so that the task is tried again.
 */
export async function releaseHold(context: ShopContext, holdId: bigint): Promise<void> {
  const { shop, db, clock } = context;
  const key = { shopId_id: { shopId: shop.id, id: holdId } };
  const hold = await db.prisma.creditHold.findUnique({ where: key });
  if (!hold || hold.state === "captured") return;
  // One that was given up has no code, unless the platform's answer was lost. An earlier run may have ended here.
  if (hold.state === "released" && hold.discountGid !== null) {
    return announceSettlement(context, hold.customerId);
  }
  if (hold.state === "live" && clock.now() < holdExpiresAt(hold)) return;
  await endHold(context, hold);
}

/**
 * Ends a hold: no checkout takes its code any more, an order that has used it is settled, and otherwise all of it goes back. Safe
 * to repeat.
 *
 * @throws PlatformFailure. @throws AppError platform_unavailable while an order that the platform has counted cannot be seen; the
 * credit stays held till then.
 */
export async function endHold(context: ShopContext, hold: CreditHold): Promise<void> {
  const { clock, platform } = context;
  const closed = await platform.closeDiscountCode(hold.code);
  const orderIds = closed ? await platform.listOrdersWithCode(hold.code) : [];
  for (const orderId of orderIds) await settleOrderCredit(context, orderId);
  const isLate = clock.now().getTime() > heldSince(hold).getTime() + ORDER_PATIENCE_MS;
  if (closed && closed.usageCount > 0 && orderIds.length === 0 && !isLate) {
    throw orderIsBeingRecorded();
  }
  await releaseInLedger(context, hold, closed?.gid ?? null);
  await announceSettlement(context, hold.customerId);
}

/**
 * Gives back what a hold that never got its code keeps; the task that is planned for it looks later whether
 * a code exists after all, and closes it. A hold whose code has come meanwhile stays.
 */
export async function abandonHold(context: ShopContext, hold: CreditHold): Promise<void> {
  await releaseInLedger(context, hold, null, true);
}

/** Gives back what a hold keeps, in one call of the database. Nothing moves unless the hold is still live. */
export async function releaseInLedger(
  context: ShopContext,
  hold: CreditHold,
  discountGid: string | null,
  onlyUncoded = false,
): Promise<void> {
  await context.db.pool.query("SELECT release_credit_hold($1, $2, $3, $4, $5, $6)", [
    String(hold.shopId),
    String(hold.id),
    discountGid,
    onlyUncoded,
    JSON.stringify(releaseMovement(context, hold)),
    LEDGER_CODES,
  ]);
}
