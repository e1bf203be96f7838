import type { AppliedOffer, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";

/** Applied offers whose discount is on the contract still, and leaves it when their grace is over. */
export const isLeaving = {
  ...{ state: "cancelled", withdrawnAt: null, graceEndsAt: { not: null } },
  discountGid: { not: null },
};

/** A discount in its grace. */
export interface LeavingDiscount {
  gid: string;
  leavesAt: Date;
  /** Goods of one cycle without it and with it, in minor units of the contract's currency. */
  fullMinor: number;
  reducedMinor: number;
}

/** Of applied offers, those whose discount leaves. */
export function leavingOf(offers: readonly AppliedOffer[]): LeavingDiscount[] {
  return offers.flatMap(({ state, withdrawnAt, discountGid, graceEndsAt, ...prices }) =>
    state === "cancelled" && !withdrawnAt && discountGid && graceEndsAt
      ? {
          ...{ gid: discountGid, leavesAt: graceEndsAt },
          fullMinor: Number(prices.priceMinor),
          reducedMinor: Number(prices.priceWithOfferMinor),
        }
      : [],
  );
}

/** @returns them by subscription, of those that have any. */
export async function readLeavingDiscounts(
  queries: Pick<Queries, "appliedOffer">,
  shopId: bigint,
  subscriptionIds: readonly bigint[],
): Promise<Map<bigint, LeavingDiscount[]>> {
  const offers = await readInParts(subscriptionIds, (some) =>
    queries.appliedOffer.findMany({
      where: { shopId, subscriptionId: { in: some }, ...isLeaving },
    }),
  );
  const bySubscription = Map.groupBy(offers, ({ subscriptionId }) => subscriptionId);
  return new Map([...bySubscription].map(([id, rows]) => [id, leavingOf(rows)]));
}

/**
 * What a subscription's next charge will come to: what the platform says as of now, without the discounts that have left by then.
 * Where others stay, each is taken for a percentage, and the charge is never more than without any.
 *
 * @param chargeAt its date; null where there is none.
 * @returns minor units of the contract's currency; null where it is not known.
 */
export function plannedMinor(
  {
    nextChargeMinor,
    priceMinor,
    deliveryMinor,
  }: Pick<Subscription, "nextChargeMinor" | "priceMinor" | "deliveryMinor">,
  chargeAt: Date | null,
  leaving: readonly LeavingDiscount[],
): number | null {
  if (nextChargeMinor === null) return null;
  const most = Number(priceMinor);
  const goods = leaving
    .filter(({ leavesAt }) => chargeAt && leavesAt <= chargeAt)
    .reduce(
      (left, { fullMinor, reducedMinor }) =>
        Math.min(most, reducedMinor > 0 ? Math.round((left * fullMinor) / reducedMinor) : most),
      Number(nextChargeMinor - deliveryMinor),
    );
  return goods + Number(deliveryMinor);
}
