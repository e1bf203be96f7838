import type {
  RewardRules,
  RewardRulesOf,
  RewardType,
} from "#app/domain/loyalty/rewards/reward-types.ts";
import { buyXGetYForm } from "./buy-x-get-y.tsx";
import { contractDiscountForm } from "./contract-discount.tsx";
import { contractFreeProductForm } from "./contract-free-product.tsx";
import { discountForm } from "./discount.tsx";
import { freeProductForm } from "./free-product.tsx";
import { freeShippingForm } from "./free-shipping.ts";
import { pointsForm } from "./points.tsx";
import type { RewardTypeForm } from "./reward-type-form.ts";
import { storeCreditForm } from "./store-credit.tsx";

/** The types of rewards, in the order in which a merchant may choose one. */
const forms = {
  points: pointsForm,
  discount: discountForm,
  store_credit: storeCreditForm,
  free_product: freeProductForm,
  free_shipping: freeShippingForm,
  buy_x_get_y: buyXGetYForm,
  contract_discount: contractDiscountForm,
  contract_free_product: contractFreeProductForm,
} satisfies { [T in RewardType]: RewardTypeForm<RewardRulesOf<T>, object> };

export const REWARD_TYPES_TO_CHOOSE = Object.keys(forms) as RewardType[];

/** Each type's fields, whether or not it is the one chosen: what was typed outlives a change of mind. */
export type RewardDrafts = Record<RewardType, object>;

export const BLANK_REWARDS = Object.fromEntries(
  Object.entries(forms).map(([type, { blank }]) => [type, blank]),
) as RewardDrafts;

/** The form of one type. It takes only rules and drafts of that type. */
export function rewardFormOf(type: RewardType): RewardTypeForm<RewardRules, object> {
  return forms[type] as unknown as RewardTypeForm<RewardRules, object>;
}
