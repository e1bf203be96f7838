import type { Subscription } from "#app/generated/prisma/client.ts";
import type { TakenDate } from "#app/platform/platform-billing.ts";
import { firstAfterCycle, MAX_EARLY_MS } from "../../billing/dates/soonest-date.ts";
import type { ShopContext } from "../../context.ts";

/**
 * The date for a subscription's next charge, or the first one after it on which the platform takes a charge: none within a cycle that was
 * charged, tried or skipped before its end. The row knows that end; while it is still to come the platform is asked for it, because another
 * interval or zone may have moved it, and the row follows. A day before is soon enough: the platform takes a charge so early.
 *
 * @throws PlatformFailure when it cannot be asked.
 */
export async function takenDate(
  { db, platform, clock }: Pick<ShopContext, "db" | "platform" | "clock">,
  row: Pick<Subscription, "shopId" | "id" | "platformContractId" | "chargeableFrom">,
  date: Date,
): Promise<TakenDate> {
  const { shopId, id, platformContractId, chargeableFrom } = row;
  if (!chargeableFrom || chargeableFrom <= clock.now()) return date as TakenDate;
  const last = await db.prisma.billingCycle.findFirst({
    where: { shopId, subscriptionId: id },
    orderBy: { cycleIndex: "desc" },
    select: { cycleIndex: true },
  });
  const cycle =
    last && (await platform.getBillingCycle(Number(platformContractId), last.cycleIndex));
  const from = cycle ? firstAfterCycle(cycle.endAt) : chargeableFrom;
  if (from.getTime() !== chargeableFrom.getTime()) {
    const where = { shopId, id, chargeableFrom };
    await db.prisma.subscription.updateMany({ where, data: { chargeableFrom: from } });
  }
  return (from.getTime() - date.getTime() > MAX_EARLY_MS ? from : date) as TakenDate;
}

/** A date that the next charge had before, of a change that the platform has refused. */
export function dateBefore(date: Date): TakenDate {
  return date as TakenDate;
}
