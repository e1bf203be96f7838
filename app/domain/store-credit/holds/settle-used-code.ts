import type { CreditHold } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import { settleOrderCredit } from "./settle-order-credit.ts";

/**
 * Settles the order that has used a live hold's code and of which no news has come yet: a code that is used up
 * cannot be raised. The platform counts uses a moment late; what it has not counted is settled by the order's
 * news. Safe to repeat.
 *
 * @returns whether the hold has ended with it.
 * @throws PlatformFailure. @throws AppError platform_unavailable while the order cannot be seen.
 */
export async function settleUsedCode(context: ShopContext, hold: CreditHold): Promise<boolean> {
  const { shop, db, platform } = context;
  if ((await platform.countCodeUses(hold.code)) === 0) return false;
  for (const orderId of await platform.listOrdersWithCode(hold.code)) {
    await settleOrderCredit(context, orderId);
  }
  const where = { shopId_id: { shopId: shop.id, id: hold.id } };
  const { state } = await db.prisma.creditHold.findUniqueOrThrow({ where });
  if (state !== "live") return true;
  throw orderIsBeingRecorded();
}

/** The platform has counted an order for a code and does not show it yet. */
export function orderIsBeingRecorded(): AppError {
  return new AppError(
    "platform_unavailable",
    "An order that used this store credit is still being recorded. Try again in a moment.",
  );
}
