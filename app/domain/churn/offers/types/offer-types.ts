import { z } from "zod";
import { addStoreCredits } from "./add-store-credits.ts";
import { changeFrequency } from "./change-frequency.ts";
import { discountPrice } from "./discount-price.ts";
import type { OfferTypeModule } from "./offer-type-module.ts";
import { pause } from "./pause.ts";

/** The closed set of offer types: the contract's (section 2.7) in its order, and our own. */
const modules = {
  discount_price: discountPrice,
  change_frequency: changeFrequency,
  add_store_credits: addStoreCredits,
  pause,
};

type Modules = typeof modules;
export type OfferType = keyof Modules;
export const OFFER_TYPES = Object.keys(modules) as [OfferType, ...OfferType[]];

/** Rules by type, as they are kept in `churn_offers.rules`. */
export type OfferRulesOf<T extends OfferType> = z.infer<Modules[T]["rules"]>;
export type OfferRules = { [T in OfferType]: OfferRulesOf<T> }[OfferType];

/** Rewards by type, as they are kept in `applied_offers.reward`. */
export type OfferRewardOf<T extends OfferType> = z.infer<Modules[T]["reward"]>;
export type OfferReward = { [T in OfferType]: OfferRewardOf<T> }[OfferType];

/** What an offer comes to: one part, named by the offer's type. */
export type OfferTerms = { [T in OfferType]: ReturnType<Modules[T]["terms"]> }[OfferType];

type AnyModule = OfferTypeModule<OfferRules, OfferReward, OfferTerms>;

export const offerRulesSchema: z.ZodType<OfferRules> = z.union(
  Object.values<AnyModule>(modules).map(({ rules }) => rules),
);

/** The module of an offer's type. It takes only rules and rewards of that type. */
export function offerTypeOf({ type }: { type: OfferType }): AnyModule {
  return modules[type];
}
