import type { CancellationReason as ReasonRow } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import {
  DEFAULT_REASON_TITLES,
  type ReasonAlias,
} from "../../subscriptions/cancellation-reasons.ts";
import { toOfferRecord, toSnapshot } from "../activation/applied-offer.ts";
import { type ChurnOffer, toChurnOffer } from "./offer-rules.ts";

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

/** The reasons with their offers as the Churn API shows them (contract, sections 2.7 and 4.7). */
export async function listReasonRecords(
  context: Pick<ShopContext, "db" | "shop">,
  alias: ReasonAlias | null,
) {
  const reasons = await listActiveReasons(context, alias);
  return reasons.map(({ row, offers }) => ({
    id: Number(row.id),
    title: row.title ?? DEFAULT_REASON_TITLES[row.alias as ReasonAlias],
    description: row.description,
    alias: row.alias as ReasonAlias,
    offers: offers.map((offer) => toOfferRecord(toSnapshot(offer))),
  }));
}
