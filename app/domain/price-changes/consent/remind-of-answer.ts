import type { PriceChange, PriceChangeRow, Subscription } from "#app/generated/prisma/client.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { readLinePrices, reminderKeyOf } from "../../billing/prices/price-change-row.ts";
import type { ShopContext } from "../../context.ts";
import { queueMail } from "../../mail/outbox/queue-mail.ts";
import { questionOf } from "../notice-of-change.ts";

/** So many days before the day, whoever has not answered is asked again. */
const REMINDER_DAYS = 7;

/** When those who have not answered are reminded; null when nobody was asked, or the day is too near. */
export function reminderAt(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  { silence, effectiveAt }: Pick<PriceChange, "silence" | "effectiveAt">,
): Date | null {
  if (silence === "agrees") return null;
  const at = addDays(effectiveAt, -REMINDER_DAYS, shop.ianaTimezone);
  return at > clock.now() ? at : null;
}

/** Asks one customer once more, unless they have answered. Safe to repeat. */
export async function remindOfAnswer(
  context: ShopContext,
  change: PriceChange,
  subscription: Subscription,
): Promise<void> {
  const { customerId } = subscription;
  if (subscription.status === "cancelled" || customerId === null) return;
  const key = { shopId: change.shopId, priceChangeId: change.id, subscriptionId: subscription.id };
  await context.db.transaction(async (tx) => {
    // An answer at this moment waits for us, or we see it.
    const [row] = await tx.$queryRaw<
      { before_minor: bigint; after_minor: bigint; prices: PriceChangeRow["prices"] }[]
    >`
      SELECT prices, before_minor, after_minor FROM price_change_rows
      WHERE shop_id = ${key.shopId} AND price_change_id = ${key.priceChangeId}
        AND subscription_id = ${key.subscriptionId} AND state = 'told' AND answer = 'asked'
      FOR NO KEY UPDATE`;
    if (!row) return;
    const beforeMinor = Number(row.before_minor);
    const afterMinor = Number(row.after_minor);
    const prices = readLinePrices(row);
    await queueMail(context, tx, {
      kind: "price_reminder",
      customerId,
      causeKey: reminderKeyOf(key),
      data: questionOf(context, change, subscription, { prices, beforeMinor, afterMinor }),
    });
  });
}
