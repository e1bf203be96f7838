import type { OfferRules, OfferType } from "#app/domain/churn/offers/types/offer-types.ts";
import { type AmountsTyped, optionalNumber, textOf } from "./offer-types/number-text.ts";
import { BLANK_DRAFTS, offerFormOf, type TypeDrafts } from "./offer-types/offer-type-forms.ts";

/** An offer as in the editor's fields: every field is kept as it was typed. */
export interface OfferDraft {
  name: string;
  description: string;
  type: OfferType;
  terms: TypeDrafts;
  active: boolean;
  /** Blank: no limit. */
  onceInMonths: string;
}

const BLANK: OfferDraft = {
  name: "",
  description: "",
  type: "discount_price",
  terms: BLANK_DRAFTS,
  active: true,
  onceInMonths: "12",
};

/** What the editor begins with: a saved offer, or a proposal for a new one. */
export function toOfferDraft(
  offer: {
    name: string;
    description: string;
    rules: OfferRules;
    active: boolean;
    oncePerCustomerMonths: number | null;
  } | null,
  amounts: AmountsTyped,
): OfferDraft {
  if (!offer) return BLANK;
  const { type } = offer.rules;
  return {
    name: offer.name,
    description: offer.description,
    type,
    terms: { ...BLANK_DRAFTS, [type]: offerFormOf(type).toDraft(offer.rules, amounts) },
    active: offer.active,
    onceInMonths: textOf(offer.oncePerCustomerMonths),
  };
}

/** The draft as the server takes it. What is no number becomes null, and the server says which field. */
export function toOfferInput(draft: OfferDraft, amounts: AmountsTyped): Record<string, unknown> {
  return {
    name: draft.name,
    description: draft.description,
    active: draft.active,
    oncePerCustomerMonths: optionalNumber(draft.onceInMonths),
    rules: toRules(draft, amounts),
  };
}

/** The rules of the type that is chosen. */
export function toRules({ type, terms }: OfferDraft, amounts: AmountsTyped): OfferRules {
  return offerFormOf(type).toRules(terms[type], amounts);
}
