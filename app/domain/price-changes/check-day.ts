import { wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { LEAST_NOTICE_DAYS } from "../billing/prices/price-holds-from.ts";
import type { ShopContext } from "../context.ts";
import type { PriceChangeRequest } from "./price-change-request.ts";

/**
 * Keeps the day that mails, questions, and a stop name from being earlier than the one on which a higher price can hold: the notice
 * is with the customers for its full days by then. A change that surely lowers prices alone waits for none but the merchant's.
 *
 * @throws AppError invalid_input for the day.
 */
export async function checkDay(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  input: PriceChangeRequest,
  platformPlanId: bigint,
): Promise<void> {
  const zone = shop.ianaTimezone;
  const { day, noticeDays } = input;
  const from = (days: number) => formatDate(addDays(clock.now(), days, zone), zone);
  if (day < from(noticeDays)) {
    const message = `Choose ${from(noticeDays)} or a later day: customers are told ${noticeDays} days before.`;
    throw wrongField("day", message);
  }
  const days = Math.max(noticeDays, LEAST_NOTICE_DAYS);
  // Today's hours that have passed are no part of the full days.
  const earliest = from(days + 1);
  if (day >= earliest || (await isSurelyLower(tx, shop.id, input, platformPlanId))) return;
  const message = `Choose ${earliest} or a later day: a higher price and new terms wait for ${days} full days of notice.`;
  throw wrongField("day", message);
}

/** Whether nobody pays more or gets other terms. A fixed price is compared with what each line costs now; one of an older row, whose price is not known, counts as lower. */
async function isSurelyLower(
  tx: Queries,
  shopId: bigint,
  { planId, fixedMinor, percentHundredths, termsNote }: PriceChangeRequest,
  platformPlanId: bigint,
): Promise<boolean> {
  if (termsNote !== null) return false;
  if (percentHundredths !== null) return percentHundredths < 0;
  if (fixedMinor === null) return false;
  const dearer = await tx.$queryRaw<{ found: number }[]>`
    SELECT 1 AS found FROM subscriptions s CROSS JOIN LATERAL jsonb_array_elements(s.lines) AS line
    WHERE s.shop_id = ${shopId} AND s.plan_id = ${planId} AND s.status IN ('active', 'paused')
      AND (NOT jsonb_exists(line, 'priceMinor') OR ((line->>'sellingPlanId')::bigint = ${platformPlanId}
        AND (line->>'priceMinor')::bigint > 0 AND (line->>'priceMinor')::bigint < ${fixedMinor}::bigint)) LIMIT 1`;
  return dearer.length === 0;
}
