import type {
  OfferRules,
  OfferRulesOf,
  OfferType,
} from "#app/domain/churn/offers/types/offer-types.ts";
import type { Formats } from "#app/ui/format.ts";
import { addStoreCreditsForm } from "./add-store-credits.tsx";
import { changeFrequencyForm } from "./change-frequency.tsx";
import { discountPriceForm } from "./discount-price.tsx";
import type { OfferTypeForm } from "./offer-type-form.ts";
import { pauseForm } from "./pause.tsx";

/** The types of offers, in the order in which a merchant may choose one. */
const forms = {
  discount_price: discountPriceForm,
  change_frequency: changeFrequencyForm,
  add_store_credits: addStoreCreditsForm,
  pause: pauseForm,
} satisfies { [T in OfferType]: OfferTypeForm<OfferRulesOf<T>, object> };

/** Each type's fields, whether or not it is the one chosen: what was typed outlives a change of mind. */
export type TypeDrafts = { [T in OfferType]: (typeof forms)[T]["blank"] };

type AnyForm = OfferTypeForm<OfferRules, TypeDrafts[OfferType]>;

export const OFFER_TYPES_TO_CHOOSE = Object.keys(forms) as OfferType[];

/** The form of one type. It takes only rules and drafts of that type. */
export function offerFormOf(type: OfferType): AnyForm {
  return forms[type];
}

export const BLANK_DRAFTS = Object.fromEntries(
  Object.entries(forms).map(([type, { blank }]) => [type, blank]),
) as TypeDrafts;

/** What an offer gives, in one line. Amounts are in `currency`. */
export function describeRules(rules: OfferRules, currency: string, formats: Formats): string {
  return offerFormOf(rules.type).describe(rules, currency, formats);
}
