import type { Prisma } from "#app/generated/prisma/client.ts";
import {
  type CancellationReason,
  DEFAULT_REASON_TITLES,
  type ReasonAlias,
  type ReasonHelp,
} from "../../subscriptions/cancellation-reasons.ts";
import type { OfferType } from "../offers/types/offer-types.ts";

/** A reason with the extra fields of the merchant's editor. */
export interface ManagedReason extends CancellationReason {
  /** Changes with every edit: a save that sends an older version is rejected as stale. */
  version: string;
  /** In the merchant's order; also those that are switched off. */
  offers: ReasonOffer[];
}

interface ReasonOffer {
  id: bigint;
  name: string;
  type: OfferType;
  active: boolean;
}

/** The relations of a reason's row that {@link toManagedReason} needs. */
export const managedReasonInclude = {
  cancellationReasonOffers: {
    orderBy: [{ position: "asc" }, { offerId: "asc" }],
    include: { offer: { select: { id: true, name: true, type: true, active: true } } },
  },
} satisfies Prisma.CancellationReasonInclude;

type ReasonRow = Prisma.CancellationReasonGetPayload<{ include: typeof managedReasonInclude }>;

/** Reads a row of `cancellation_reasons` with its offers; the table's checks guarantee the unions. */
export function toManagedReason(row: ReasonRow): ManagedReason {
  return {
    id: row.id,
    alias: row.alias as ReasonAlias,
    title: row.title,
    description: row.description,
    help: toHelp(row.helpKind, row.helpUrl),
    position: row.position,
    active: row.active,
    version: row.updatedAt.toISOString(),
    offers: row.cancellationReasonOffers.map(({ offer }) => ({
      id: offer.id,
      name: offer.name,
      type: offer.type as OfferType,
      active: offer.active,
    })),
  };
}

/** The title a merchant sees: their own, or the contract's English label of the alias. */
export function titleOfReason(reason: Pick<CancellationReason, "alias" | "title">): string {
  return reason.title ?? DEFAULT_REASON_TITLES[reason.alias];
}

function toHelp(kind: string | null, url: string | null): ReasonHelp | null {
  if (kind === "contact") return { kind: "contact" };
  return kind === "help" && url ? { kind: "help", url } : null;
}
