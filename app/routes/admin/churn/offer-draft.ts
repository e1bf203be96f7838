import type { OfferRules, OfferType } from "#app/domain/churn/offers/offer-rules.ts";

/** An offer as it stands in the editor's fields: every field is kept as it was typed. */
export interface OfferDraft {
  name: string;
  description: string;
  type: OfferType;
  discountType: "percentage" | "fixed_amount";
  discountValue: string;
  /** Blank: all renewals. */
  cycles: string;
  intervalCount: string;
  intervalName: "day" | "week" | "month" | "year";
  creditAmount: string;
  /** Blank: never. */
  expiresInDays: string;
  active: boolean;
  /** Blank: no limit. */
  onceInMonths: string;
}

const BLANK: OfferDraft = {
  name: "",
  description: "",
  type: "discount_price",
  discountType: "percentage",
  discountValue: "20",
  cycles: "3",
  intervalCount: "2",
  intervalName: "month",
  creditAmount: "10",
  expiresInDays: "365",
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
): OfferDraft {
  if (!offer) return BLANK;
  return {
    ...BLANK,
    name: offer.name,
    description: offer.description,
    type: offer.rules.type,
    active: offer.active,
    onceInMonths: textOf(offer.oncePerCustomerMonths),
    ...rulesDraft(offer.rules),
  };
}

function rulesDraft(rules: OfferRules): Partial<OfferDraft> {
  switch (rules.type) {
    case "discount_price":
      return {
        discountType: rules.discount_type,
        discountValue: String(rules.discount_value),
        cycles: textOf(rules.cycles),
      };
    case "change_frequency":
      return { intervalCount: String(rules.interval_count), intervalName: rules.interval_name };
    case "add_store_credits":
      return {
        creditAmount: rules.credit_amount,
        expiresInDays: textOf(rules.expires_in_days),
      };
  }
}

/** The draft as the server takes it. What is no number becomes null, and the server says which field. */
export function toOfferInput(draft: OfferDraft): Record<string, unknown> {
  return {
    name: draft.name,
    description: draft.description,
    active: draft.active,
    oncePerCustomerMonths: optionalNumber(draft.onceInMonths),
    rules: toRules(draft),
  };
}

/** The draft's rules; a field that holds no number is NaN, which JSON carries as null. */
export function toRules(draft: OfferDraft): OfferRules {
  switch (draft.type) {
    case "discount_price":
      return {
        type: draft.type,
        discount_type: draft.discountType,
        discount_value: numberOf(draft.discountValue),
        cycles: optionalNumber(draft.cycles),
      };
    case "change_frequency":
      return {
        type: draft.type,
        interval_count: numberOf(draft.intervalCount),
        interval_name: draft.intervalName,
      };
    case "add_store_credits":
      return {
        type: draft.type,
        credit_amount: draft.creditAmount.trim(),
        expires_in_days: optionalNumber(draft.expiresInDays),
      };
  }
}

function optionalNumber(text: string): number | null {
  // A text that is there but no number must not pass for "none": -1 is refused by every field.
  if (text.trim() === "") return null;
  const number = numberOf(text);
  return Number.isNaN(number) ? -1 : number;
}

function numberOf(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN;
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}
