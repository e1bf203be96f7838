import type { Prisma } from "#app/generated/prisma/client.ts";
import type { ReasonAlias } from "../../subscriptions/cancellation-reasons.ts";
import { titleOfReason } from "../reasons/managed-reason.ts";
import { type ChurnOffer, toChurnOffer } from "./churn-offer.ts";

/** An offer with the extra fields of the merchant's list and editor. */
export interface ManagedOffer extends ChurnOffer {
  /** Changes with every edit: a save that sends an older version is rejected as stale. */
  version: string;
  /** Titles of the reasons that list this offer, in the merchant's order. */
  reasonTitles: string[];
}

/** The relations of an offer's row that {@link toManagedOffer} needs. */
export const managedOfferInclude = {
  cancellationReasonOffers: {
    orderBy: [{ reason: { position: "asc" } }],
    include: { reason: { select: { alias: true, title: true } } },
  },
} satisfies Prisma.ChurnOfferInclude;

type OfferRow = Prisma.ChurnOfferGetPayload<{ include: typeof managedOfferInclude }>;

/** Reads a row of `churn_offers` with the reasons that list it. */
export function toManagedOffer(row: OfferRow): ManagedOffer {
  return {
    ...toChurnOffer(row),
    version: row.updatedAt.toISOString(),
    reasonTitles: row.cancellationReasonOffers.map(({ reason }) =>
      titleOfReason({ alias: reason.alias as ReasonAlias, title: reason.title }),
    ),
  };
}
