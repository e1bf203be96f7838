import type { CancellationReason as ReasonRow } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import type { ReasonAlias } from "../../subscriptions/cancellation-reasons.ts";
import { type ChurnOffer, toChurnOffer } from "./churn-offer.ts";

/** A reason that is switched on, with its offers that are switched on, both in the merchant's order. */
export interface ActiveReason {
  row: ReasonRow;
  offers: ChurnOffer[];
}

export async function listActiveReasons(
  context: Pick<ShopContext, "db" | "shop">,
  alias: ReasonAlias | null,
): Promise<ActiveReason[]> {
  const rows = await context.db.prisma.cancellationReason.findMany({
    where: { shopId: context.shop.id, active: true, ...(alias ? { alias } : {}) },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: {
      cancellationReasonOffers: {
        where: { offer: { active: true, archivedAt: null } },
        orderBy: [{ position: "asc" }, { offerId: "asc" }],
        include: { offer: true },
      },
    },
  });
  return rows.map(({ cancellationReasonOffers, ...row }) => ({
    row,
    offers: cancellationReasonOffers.map(({ offer }) => toChurnOffer(offer)),
  }));
}
