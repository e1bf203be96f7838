import type { AppliedOffer, Subscription } from "#app/generated/prisma/client.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { offerSnapshotSchema } from "../churn/activation/applied-offer.ts";
import { fullPriceFrom } from "../churn/offers/offer-pricing.ts";
import { type OfferView, toOfferView } from "../churn/offers/offer-view.ts";
import { toPricedSubscription } from "../churn/offers/priced-subscription.ts";
import { discountRewardSchema } from "../churn/offers/reward.ts";
import type { ShopContext } from "../context.ts";

/** A contract as its owner sees it on the storefront. Dates are calendar dates in the store's zone. */
export interface ContractView {
  contract_id: number;
  kind: "membership" | "product";
  status: "active" | "paused" | "cancelled";
  plan_name: string;
  price_minor: number;
  currency: string;
  interval_name: string;
  interval_count: number;
  next_billing_date: string | null;
  paused_until: string | null;
  ends_on: string | null;
  active_offer: OfferView | null;
}

/** @param activeOffer the subscription's applied offer in state `active`, if it has one. */
export function toContractView(
  context: Pick<ShopContext, "shop" | "clock">,
  row: Subscription,
  activeOffer: AppliedOffer | null,
): ContractView {
  const dateOrNull = (instant: Date | null) =>
    instant ? formatDate(instant, context.shop.ianaTimezone) : null;
  return {
    contract_id: Number(row.platformContractId),
    kind: row.kind as ContractView["kind"],
    status: row.status as ContractView["status"],
    plan_name: row.planName,
    price_minor: Number(row.priceMinor),
    currency: row.currency,
    interval_name: row.intervalUnit,
    interval_count: row.intervalCount,
    next_billing_date: dateOrNull(row.nextBillingAt),
    paused_until: dateOrNull(row.pausedUntil),
    ends_on: dateOrNull(row.endsAt),
    active_offer: activeOffer ? toAcceptedView(context, row, activeOffer) : null,
  };
}

/** Reads the subscription's active offer and builds the view. */
export async function readContractView(
  context: ShopContext,
  row: Subscription,
): Promise<ContractView> {
  const active = await context.db.prisma.appliedOffer.findFirst({
    where: { shopId: row.shopId, subscriptionId: row.id, state: "active" },
  });
  return toContractView(context, row, active);
}

/** An offer that is active, priced as it was when it was accepted. */
function toAcceptedView(
  context: Pick<ShopContext, "shop" | "clock">,
  row: Subscription,
  applied: AppliedOffer,
): OfferView {
  const priced = { ...toPricedSubscription(row), priceMinor: Number(applied.priceMinor) };
  const view = toOfferView(
    offerSnapshotSchema.parse(applied.offerSnapshot),
    priced,
    context.shop,
    applied.acceptedAt ?? context.clock.now(),
  );
  if (view.discount && view.discount.cycles !== null) {
    const reward = discountRewardSchema.parse(applied.reward);
    const cyclesLeft = Math.max(0, view.discount.cycles - reward.usage_count);
    const from = fullPriceFrom(priced, cyclesLeft, context.shop.ianaTimezone);
    view.discount.full_price_from = from ? formatDate(from, context.shop.ianaTimezone) : null;
  }
  if (view.frequency && applied.previousIntervalUnit && applied.previousIntervalCount) {
    view.frequency.from_unit = applied.previousIntervalUnit as typeof view.frequency.from_unit;
    view.frequency.from_count = applied.previousIntervalCount;
    view.frequency.next_billing_date = row.nextBillingAt
      ? formatDate(row.nextBillingAt, context.shop.ianaTimezone)
      : null;
  }
  return view;
}
