import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { isDearer, noticeKeyOf, type RowOfChange, readLinePrices } from "./price-change-row.ts";

/** Whoever is to pay more, or gets other terms, is told so long before, whatever the merchant has chosen. */
export const LEAST_NOTICE_DAYS = 14;

/** From when on a new price holds; `never` with the reason, `unknown` while the notice is on its way. */
export type PriceHolds =
  | { outcome: "from"; at: Date }
  | { outcome: "unknown" }
  | { outcome: "never"; why: string };

/**
 * A higher price holds from its day on, and not before the customer's notice has been with them for the days of notice: a mail
 * that left late moves it, and without a mail that has surely left nobody pays more. New terms wait the same time. A lower price asks for no notice, and
 * whoever has agreed has read it.
 */
export async function priceHoldsFrom(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  row: RowOfChange,
): Promise<PriceHolds> {
  const { effectiveAt, noticeDays, termsNote } = row.change;
  const isOnlyLower = !isDearer(readLinePrices(row)) && termsNote === null;
  if (isOnlyLower || row.answer === "agreed") return { outcome: "from", at: effectiveAt };
  const notice = await db.prisma.mail.findUnique({
    where: { shopId_causeKey: { shopId: row.shopId, causeKey: noticeKeyOf(row) } },
    select: { state: true, sentAt: true, reason: true, createdAt: true },
  });
  // Nobody pays more, or is canceled, by a mail of which nobody knows whether it came. Until the day its answer may still be noted.
  if (notice?.state === "unknown") {
    if (clock.now() < effectiveAt) return { outcome: "unknown" };
    return { outcome: "never", why: `${NOT_TOLD} It is not known whether the email came.` };
  }
  if (!notice || notice.state === "failed" || notice.state === "suppressed") {
    const why = notice?.reason ?? "The customer's data was erased.";
    return { outcome: "never", why: `${NOT_TOLD} ${why}` };
  }
  if (notice.state === "queued" || notice.state === "sending") return { outcome: "unknown" };
  const sentAt = notice.sentAt ?? notice.createdAt;
  const heard = addDays(sentAt, Math.max(noticeDays, LEAST_NOTICE_DAYS), shop.ianaTimezone);
  return { outcome: "from", at: heard > effectiveAt ? heard : effectiveAt };
}

const NOT_TOLD = "The customer could not be told.";
