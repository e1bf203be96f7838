import type { AppliedOffer as AppliedOfferRow } from "#app/generated/prisma/client.ts";
import { type OfferSnapshot, offerSnapshotSchema } from "../offers/churn-offer.ts";
import { type OfferReward, offerTypeOf } from "../offers/types/offer-types.ts";

/** An offer that is or was active on a contract. */
export interface AppliedOffer {
  /** The offer as it was when it was accepted. */
  offer: OfferSnapshot;
  reward: OfferReward;
  state: "active" | "cancelled";
  cancelledAt: Date | null;
  /** When its effect left the contract. */
  withdrawnAt: Date | null;
}

/** Reads a row in state `active` or `cancelled`; those alone have a reward. */
export function toAppliedOffer(row: AppliedOfferRow): AppliedOffer {
  const offer = offerSnapshotSchema.parse(row.offerSnapshot);
  return {
    offer,
    reward: offerTypeOf(offer.rules).reward.parse(row.reward),
    state: row.state === "active" ? "active" : "cancelled",
    cancelledAt: row.cancelledAt,
    withdrawnAt: row.withdrawnAt,
  };
}
