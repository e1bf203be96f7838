import type { AppliedOffer, Subscription } from "#app/generated/prisma/client.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import { type PricedOffer, priceAcceptedOffer } from "../churn/offers/priced-offer.ts";
import type { ShopContext } from "../context.ts";
import { paidUntil } from "../subscriptions/paid-until.ts";
import type { SubscriptionStatus } from "../subscriptions/subscription-status.ts";

/** A contract as its owner sees it on the storefront. */
export interface OwnContract {
  contractId: number;
  kind: "membership" | "product";
  status: SubscriptionStatus;
  planName: string;
  priceMinor: number;
  currency: string;
  intervalName: IntervalUnit;
  intervalCount: number;
  nextBillingDate: Date | null;
  pausedUntil: Date | null;
  /** When it ends; of a live one, when it would if it were cancelled now. Null for at once, or already. */
  endsOn: Date | null;
  activeOffer: PricedOffer | null;
}

/** @param activeOffer the subscription's applied offer in state `active`, if it has one. */
export function toOwnContract(
  context: Pick<ShopContext, "shop" | "clock">,
  row: Subscription,
  activeOffer: AppliedOffer | null,
): OwnContract {
  const now = context.clock.now();
  return {
    contractId: Number(row.platformContractId),
    kind: row.kind as OwnContract["kind"],
    status: row.status as SubscriptionStatus,
    planName: row.planName,
    priceMinor: Number(row.priceMinor),
    currency: row.currency,
    intervalName: row.intervalUnit as IntervalUnit,
    intervalCount: row.intervalCount,
    nextBillingDate: row.nextBillingAt,
    pausedUntil: row.pausedUntil,
    endsOn: endOf(row, now, context.shop.ianaTimezone),
    activeOffer: activeOffer && priceAcceptedOffer(activeOffer, row, { shop: context.shop, now }),
  };
}

function endOf(row: Subscription, now: Date, zone: string): Date | null {
  if (row.status !== "cancelled") return paidUntil(row, now, zone);
  return row.endsAt && row.endsAt > now ? row.endsAt : null;
}

/** Reads the subscription's active offer with it. */
export async function readOwnContract(
  context: ShopContext,
  row: Subscription,
): Promise<OwnContract> {
  const active = await context.db.prisma.appliedOffer.findFirst({
    where: { shopId: row.shopId, subscriptionId: row.id, state: "active" },
  });
  return toOwnContract(context, row, active);
}
