import { z } from "zod";
import { toSnapshot } from "#app/domain/churn/offers/churn-offer.ts";
import type { ActiveReason } from "#app/domain/churn/offers/list-active-offers.ts";
import {
  DEFAULT_REASON_TITLES,
  REASON_ALIASES,
  type ReasonAlias,
} from "#app/domain/subscriptions/cancellation-reasons.ts";
import { offerSchema, toOfferRecord } from "./offer-records.ts";

/** A cancellation reason with its offers (contract, section 2.7). */
export const cancellationReasonSchema = z
  .object({
    id: z.number().int(),
    title: z.string(),
    description: z.string().nullable(),
    alias: z.enum(REASON_ALIASES),
    offers: z.array(offerSchema),
  })
  .meta({ id: "CancellationReason" });

export function toReasonRecord({
  row,
  offers,
}: ActiveReason): z.infer<typeof cancellationReasonSchema> {
  const alias = row.alias as ReasonAlias;
  return {
    id: Number(row.id),
    title: row.title ?? DEFAULT_REASON_TITLES[alias],
    description: row.description,
    alias,
    offers: offers.map((offer) => toOfferRecord(toSnapshot(offer))),
  };
}
