import type { RewardRulesOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import type { RewardTypeForm } from "./reward-type-form.ts";

type Nothing = Record<string, never>;

export const freeShippingForm: RewardTypeForm<RewardRulesOf<"free_shipping">, Nothing> = {
  name: "Free shipping",
  hint: "A code for an order without shipping costs",
  isCode: true,
  blank: {},
  toDraft: () => ({}),
  toRules: () => ({ reward_type: "free_shipping" }),
  Fields: () => null,
};
