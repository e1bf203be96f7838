import { z } from "zod";
import { type OfferRules, offerRulesSchema } from "./types/offer-types.ts";

/** An offer as merchants manage it. */
export interface ChurnOffer {
  id: bigint;
  name: string;
  description: string;
  rules: OfferRules;
  active: boolean;
  /** Null: a customer may get it again; else at most once in so many months. */
  oncePerCustomerMonths: number | null;
}

/** Reads a row of `churn_offers`. A row that does not parse is a bug and throws. */
export function toChurnOffer(row: {
  id: bigint;
  name: string;
  description: string;
  rules: unknown;
  active: boolean;
  oncePerCustomerMonths: number | null;
}): ChurnOffer {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    rules: offerRulesSchema.parse(row.rules),
    active: row.active,
    oncePerCustomerMonths: row.oncePerCustomerMonths,
  };
}

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
