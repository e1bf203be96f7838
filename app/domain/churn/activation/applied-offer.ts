import { z } from "zod";
import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import { type ChurnOffer, offerRulesSchema, toContractRules } from "../offers/offer-rules.ts";
import { type Reward, rewardSchema, toMicrosecondIso } from "../offers/reward.ts";

/** The offer as it was when it was accepted, kept with the applied offer. */
export const offerSnapshotSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  rules: offerRulesSchema,
});

export type OfferSnapshot = z.infer<typeof offerSnapshotSchema>;

export function toSnapshot(offer: ChurnOffer): OfferSnapshot {
  return {
    id: String(offer.id),
    name: offer.name,
    description: offer.description,
    rules: offer.rules,
  };
}

/** An offer in the Churn API (contract, section 2.7). */
export function toOfferRecord(offer: OfferSnapshot) {
  return {
    id: Number(offer.id),
    name: offer.name,
    description: offer.description,
    type: offer.rules.type,
    rules: toContractRules(offer.rules),
  };
}

/** An applied offer in the Churn API: its reward's `deleted_at` is when the effect left the contract. */
export interface AppliedOfferRecord {
  offer: ReturnType<typeof toOfferRecord>;
  reward: Reward;
  status: "Active" | "Cancelled";
  deleted_at: string | null;
}

/** Reads a row that is active or cancelled; those alone are part of the contract. */
export function toAppliedOfferRecord(row: AppliedOffer): AppliedOfferRecord {
  const reward = rewardSchema.parse(row.reward);
  if ("deleted_at" in reward && row.withdrawnAt) {
    reward.deleted_at = toMicrosecondIso(row.withdrawnAt);
  }
  return {
    offer: toOfferRecord(offerSnapshotSchema.parse(row.offerSnapshot)),
    reward,
    status: row.state === "active" ? "Active" : "Cancelled",
    deleted_at: row.cancelledAt ? toMicrosecondIso(row.cancelledAt) : null,
  };
}
