import type { CreditHold } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatMinor } from "#app/lib/money.ts";
import type { PlatformOrder } from "#app/platform/platform.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { postCreditWithin } from "../../ledger/post-movement.ts";
import { toOrderGid } from "./credit-hold.ts";
import { settleHoldEntry } from "./settle-hold.ts";

/**
 * Lets an order have what it took with a hold's code, in the caller's transaction, which has locked the
 * hold. A live hold gives it, and the rest goes back. When the hold had been released before the order
 * came, the balance gives what it still has; what it lacks is written off, and the merchant sees it.
 *
 * @param usedMinor what the code took off the order.
 * @returns the hold as it is now; null when it belongs to another order.
 */
export async function captureHold(
  tx: Queries,
  context: ShopContext,
  hold: CreditHold,
  order: PlatformOrder,
  usedMinor: number,
): Promise<CreditHold | null> {
  const orderGid = toOrderGid(order.orderId);
  if (hold.orderGid === orderGid) return hold;
  if (hold.orderGid !== null) {
    await noteSecondUse(tx, context, hold, order, usedMinor);
    return null;
  }
  const taken = await take(tx, context, hold, { orderGid, orderName: order.name, usedMinor });
  const shortfallMinor = usedMinor - taken.minor;
  if (shortfallMinor > 0) await noteShortfall(tx, context, hold, order, shortfallMinor);
  return tx.creditHold.update({
    where: { shopId_id: { shopId: hold.shopId, id: hold.id } },
    data: {
      state: "captured",
      settledAt: context.clock.now(),
      capturedMinor: taken.minor,
      captureEntryId: taken.entryId,
      shortfallMinor,
      orderGid,
      orderName: order.name,
    },
  });
}

interface Taken {
  minor: number;
  entryId: bigint | null;
}

async function take(
  tx: Queries,
  context: ShopContext,
  hold: CreditHold,
  redemption: { orderGid: string; orderName: string; usedMinor: number },
): Promise<Taken> {
  const { orderGid, orderName, usedMinor } = redemption;
  if (hold.state === "live") {
    const minor = await settleHoldEntry(tx, context, hold, usedMinor > 0 ? redemption : null);
    if (!minor) return { minor: 0, entryId: null };
    const entry = await tx.creditEntry.findFirstOrThrow({
      where: {
        shopId: hold.shopId,
        customerId: hold.customerId,
        orderGid,
        typeCode: CREDIT_TYPES.redemption,
        status: 0,
      },
      orderBy: { id: "desc" },
      select: { id: true },
    });
    return { minor, entryId: entry.id };
  }
  if (usedMinor === 0) return { minor: 0, entryId: null };
  const posting = await postCreditWithin(tx, context, {
    customerId: hold.customerId,
    unit: "money",
    amountMinor: -usedMinor,
    typeCode: CREDIT_TYPES.redemption,
    message: `Used for order ${orderName}`,
    orderGid,
    orderName,
    usedIn: "checkout",
    sourceKey: `hold:${hold.id}:late`,
  });
  if (posting.outcome === "nothing") return { minor: 0, entryId: null };
  if (posting.outcome !== "posted") {
    throw new Error(`a late order's credit was not taken: ${posting.outcome}`);
  }
  return { minor: -posting.amountMinor, entryId: posting.entryId };
}

/** The platform lets a code be used once, but two checkouts that end together may both get through. */
async function noteSecondUse(
  tx: Queries,
  context: ShopContext,
  hold: CreditHold,
  order: PlatformOrder,
  usedMinor: number,
): Promise<void> {
  if (usedMinor === 0) return;
  const noted = await tx.activity.findFirst({
    where: {
      shopId: hold.shopId,
      customerId: hold.customerId,
      kind: "store_credit.shortfall",
      details: { path: ["order_gid"], equals: toOrderGid(order.orderId) },
    },
    select: { id: true },
  });
  if (noted) return;
  await noteShortfall(tx, context, hold, order, usedMinor);
  await tx.creditHold.update({
    where: { shopId_id: { shopId: hold.shopId, id: hold.id } },
    data: { shortfallMinor: { increment: usedMinor } },
  });
}

function noteShortfall(
  tx: Queries,
  context: ShopContext,
  hold: CreditHold,
  order: PlatformOrder,
  shortfallMinor: number,
): Promise<void> {
  const amount = `${formatMinor(shortfallMinor, hold.currency)} ${hold.currency}`;
  return recordActivity(context, tx, {
    kind: "store_credit.shortfall",
    message: `Order ${order.name} took ${amount} of store credit that was no longer there. It was written off.`,
    customerId: hold.customerId,
    details: {
      hold_id: String(hold.id),
      order_gid: toOrderGid(order.orderId),
      amount_minor: shortfallMinor,
    },
  });
}
