import { toMinor } from "../rules/money-and-points.ts";
import type { RewardRules } from "./reward-types.ts";

/** What a reward gives, as far as a sentence for shoppers says it. Amounts in minor units of the store's currency. */
interface RewardTerms {
  kind:
    | "points"
    | "store_credit"
    | "percentage"
    | "amount"
    | "free_product"
    | "free_shipping"
    | "buy_x_get_y";
  points?: number;
  percentage?: number;
  amount_minor?: number;
  /** The order has to come to so much. */
  minimum_minor?: number;
  /** Off some products alone. */
  on_products?: true;
  buy_quantity?: number;
  get_quantity?: number;
  /** On so many renewals of a subscription. */
  renewals?: number;
}

export function toRewardTerms(reward: RewardRules, currency: string): RewardTerms {
  const minor = (major: number) => toMinor(major, currency);
  switch (reward.reward_type) {
    case "points":
      return { kind: "points", points: reward.points };
    case "store_credit":
      return { kind: "store_credit", amount_minor: minor(reward.credit_amount) };
    case "contract_discount":
      return { ...discountTerms(reward, currency), renewals: reward.cycles };
    case "contract_free_product":
      return { kind: "free_product", renewals: reward.cycles };
    case "discount":
      return {
        ...discountTerms(reward, currency),
        ...(reward.minimum_amount ? { minimum_minor: minor(reward.minimum_amount) } : {}),
        ...(reward.applies_to === "products" ? { on_products: true } : {}),
      };
    case "buy_x_get_y":
      return {
        kind: "buy_x_get_y",
        buy_quantity: reward.buy_quantity,
        get_quantity: reward.get_quantity,
      };
    default:
      return { kind: reward.reward_type };
  }
}

function discountTerms(
  { discount_type, discount_amount }: { discount_type: string; discount_amount: number },
  currency: string,
): RewardTerms {
  return discount_type === "percentage"
    ? { kind: "percentage", percentage: discount_amount }
    : { kind: "amount", amount_minor: toMinor(discount_amount, currency) };
}
