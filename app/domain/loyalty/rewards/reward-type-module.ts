import type { z } from "zod";
import type { LoyaltyWords } from "../loyalty-words.ts";

/** What a reward moves: an account of the ledger, a discount code of the platform, or what is put on a subscription. */
type RewardUnit = "points" | "money" | "coupon" | "contract";

/** Everything the product knows about one type of reward. */
export interface RewardTypeModule<R> {
  /** The shape kept in `loyalty_rule_versions.reward` (contract, section 2.6, field `reward_rules`), with its `reward_type`. */
  readonly rules: z.ZodType<R>;
  readonly unit: RewardUnit;
  /** How much one completion gives: points, minor units of the store's currency, or 1 for one piece. */
  amount(rules: R, store: { currency: string }): number;
  /** What a customer gets, as a sentence begins: "100 points", "a coupon for 10% off the order". */
  describe(rules: R, words: LoyaltyWords): string;
}
