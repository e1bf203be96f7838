import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";

/** A charge that a mail announces. */
export interface AnnouncedCharge {
  subscriptionId: bigint;
  chargeAt: Date;
}

/**
 * Why an announcement is not true any more; null while it is. A mail may wait for days for its mail server, and nobody is
 * told of a charge that was made, moved to another day or skipped by then.
 */
export async function findChange(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  { subscriptionId, chargeAt }: AnnouncedCharge,
): Promise<string | null> {
  const row = await db.prisma.subscription.findUnique({
    where: { shopId_id: { shopId: shop.id, id: subscriptionId } },
    select: { status: true, nextBillingAt: true },
  });
  if (row?.status !== "active") return "The subscription is not active any more.";
  const dayOf = (instant: Date) => formatDate(instant, shop.ianaTimezone);
  const { nextBillingAt } = row;
  const isToCome = nextBillingAt && nextBillingAt > clock.now();
  return isToCome && dayOf(nextBillingAt) === dayOf(chargeAt)
    ? null
    : "The charge was made, moved or skipped before the email was sent.";
}
