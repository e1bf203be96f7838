import type { CreditHold } from "#app/generated/prisma/client.ts";
import { formatMinor } from "#app/lib/money.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { creditOnLine } from "./credit-hold.ts";

type GoodsOf = Pick<PlatformOrder, "lines">;

/**
 * What credit has paid for an order's gift cards, in minor units: what it took beyond the price of the other goods. The platform
 * spreads a code over all lines, so the share on a gift card's line does not tell.
 */
function creditOnGiftCards({ lines }: GoodsOf): number {
  const priceOf = (line: GoodsOf["lines"][number]) => line.paidMinor + creditOnLine(line);
  const credit = lines.reduce((sum, line) => sum + creditOnLine(line), 0);
  const goods = lines.filter(({ isGiftCard }) => !isGiftCard);
  return Math.max(0, credit - goods.reduce((sum, line) => sum + priceOf(line), 0));
}

/**
 * Records, once, what an order's credit has paid for gift cards, with a line on the timeline. The storefront prevents it, but a
 * shopper can still type a code in at the checkout.
 */
export async function noteGiftCards(
  context: ShopContext,
  hold: CreditHold,
  order: GoodsOf & Pick<PlatformOrder, "name">,
): Promise<void> {
  const giftCardMinor = creditOnGiftCards(order);
  if (giftCardMinor === 0) return;
  const { shopId, id, customerId, currency } = hold;
  await context.db.transaction(async (tx) => {
    const { count } = await tx.creditHold.updateMany({
      where: { shopId, id, giftCardMinor: 0 },
      data: { giftCardMinor },
    });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: "store_credit.spent_on_gift_cards",
      message: `Order ${order.name} used ${formatMinor(giftCardMinor, currency)} ${currency} of store credit to pay for gift cards.`,
      customerId,
      details: { hold_id: String(id), amount_minor: giftCardMinor },
    });
  });
}
