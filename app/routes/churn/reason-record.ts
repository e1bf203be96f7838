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
    id: z.number().int().meta({ description: "The reason's number in this store.", example: 3 }),
    title: z.string().meta({
      description: "The merchant's words, else the usual English ones.",
      example: "It's too expensive",
    }),
    description: z.string().nullable().meta({
      description: "What the merchant has written below the title; null without it.",
      example: null,
    }),
    alias: z
      .enum(REASON_ALIASES)
      .meta({ description: "What the reason is called in requests.", example: "too_expensive" }),
    offers: z.array(offerSchema).meta({
      description:
        "The active offers that a shopper with this reason gets, in the merchant's order.",
      example: [],
    }),
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
