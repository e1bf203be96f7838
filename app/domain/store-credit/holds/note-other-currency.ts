import type { CreditHold } from "#app/generated/prisma/client.ts";
import { formatMinor } from "#app/lib/money.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";

/**
 * Records, once, that an order in another currency than a hold's credit has used it, with a line on the timeline: how much of the
 * credit that is, nobody here can say.
 *
 * @param usedMinor what it took off, in the order's currency.
 */
export async function noteOtherCurrency(
  context: ShopContext,
  { shopId, id, customerId, currency }: CreditHold,
  order: Pick<PlatformOrder, "name" | "currency">,
  usedMinor: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { count } = await tx.creditHold.updateMany({
      where: { shopId, id, orderCurrency: null },
      data: { orderCurrency: order.currency },
    });
    if (count === 0) return;
    const used = `${formatMinor(usedMinor, order.currency)} ${order.currency}`;
    await recordActivity(context, tx, {
      kind: "store_credit.other_currency",
      message: `Order ${order.name} took ${used} off with store credit that is in ${currency}. No credit was taken for it.`,
      customerId,
      details: { hold_id: String(id), amount_minor: usedMinor },
    });
  });
}
