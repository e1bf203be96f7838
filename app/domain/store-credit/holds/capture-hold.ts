import type { CreditHold } from "#app/generated/prisma/client.ts";
import { currencyExponent } from "#app/lib/money.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { toOrderGid } from "./credit-hold.ts";
import {
  captureMovements,
  describeShortfall,
  SHORTFALL_KIND,
  shortfallMessage,
} from "./hold-movements.ts";

/**
 * Lets an order have what it took with a hold's code, in one call of the database. A live hold gives it, and
 * the rest goes back. When the hold had been released before the order came, the balance gives what it still
 * has; what it lacks is written off, and the merchant sees it. Safe to repeat.
 *
 * @param usedMinor what the code took off the order.
 * @returns false when the hold belongs to another order.
 */
export async function captureHold(
  context: ShopContext,
  hold: CreditHold,
  order: PlatformOrder,
  usedMinor: number,
): Promise<boolean> {
  const { rows } = await context.db.pool.query<{ is_ours: boolean }>(
    "SELECT capture_credit_hold($1, $2, $3, $4, $5, $6) AS is_ours",
    [
      String(hold.shopId),
      String(hold.id),
      JSON.stringify({
        used_minor: usedMinor,
        gid: toOrderGid(order.orderId),
        name: order.name,
      }),
      JSON.stringify(captureMovements(context, hold, order, usedMinor)),
      JSON.stringify({
        kind: SHORTFALL_KIND,
        message: shortfallMessage(order, hold.currency),
        digits: currencyExponent(hold.currency),
      }),
      LEDGER_CODES,
    ],
  );
  const isOurs = rows[0]?.is_ours === true;
  if (!isOurs && usedMinor > 0) await noteSecondUse(context, hold, order, usedMinor);
  return isOurs;
}

/** The platform lets a code be used once, but two checkouts that end together may both get through. */
function noteSecondUse(
  context: ShopContext,
  hold: CreditHold,
  order: PlatformOrder,
  usedMinor: number,
): Promise<void> {
  const { shopId, id, customerId, currency } = hold;
  const orderGid = toOrderGid(order.orderId);
  return context.db.transaction(async (tx) => {
    // One at a time, so that a second order is written off once, however often it is heard of.
    await tx.$queryRaw`
      SELECT 1 FROM credit_holds WHERE shop_id = ${shopId} AND id = ${id} FOR UPDATE`;
    const noted = await tx.activity.findFirst({
      where: {
        shopId,
        customerId,
        kind: SHORTFALL_KIND,
        details: { path: ["order_gid"], equals: orderGid },
      },
      select: { id: true },
    });
    if (noted) return;
    await tx.creditHold.update({
      where: { shopId_id: { shopId, id } },
      data: { shortfallMinor: { increment: usedMinor } },
    });
    await recordActivity(context, tx, {
      kind: SHORTFALL_KIND,
      message: describeShortfall(order, usedMinor, currency),
      customerId,
      details: { hold_id: String(id), order_gid: orderGid, amount_minor: usedMinor },
    });
  });
}
