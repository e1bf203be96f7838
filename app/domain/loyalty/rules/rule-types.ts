import type { z } from "zod";
import type { RuleTypeModule } from "./rule-type-module.ts";
import { anniversaryReward } from "./types/anniversary-reward.ts";
import { birthdayReward } from "./types/birthday-reward.ts";
import { customAction } from "./types/custom-action.ts";
import { customerTag } from "./types/customer-tag.ts";
import { goalSpend } from "./types/goal-spend.ts";
import { createAccount, emailSubscription, smsSubscription } from "./types/once-rules.ts";
import { pointsForPurchases } from "./types/points-for-purchases.ts";
import { punchCard } from "./types/punch-card.ts";
import {
  membershipRechargePunchCard,
  productRechargePunchCard,
} from "./types/recharge-punch-cards.ts";
import { referral } from "./types/referral.ts";
import { reviews } from "./types/reviews.ts";
import { social } from "./types/social.ts";
import { uploadReceipt } from "./types/upload-receipt.ts";

/** The closed set of rule types, the contract's (section 4.6) in its order. */
const modules = {
  birthday_reward: birthdayReward,
  goal_spend: goalSpend,
  points_for_purchases: pointsForPurchases,
  custom_action: customAction,
  punch_card: punchCard,
  create_account: createAccount,
  email_subscription: emailSubscription,
  sms_subscription: smsSubscription,
  anniversary_reward: anniversaryReward,
  social,
  referral,
  customer_tag: customerTag,
  reviews,
  upload_receipt: uploadReceipt,
  membership_recharge_punch_card: membershipRechargePunchCard,
  product_recharge_punch_card: productRechargePunchCard,
} as const;

export type RuleType = keyof typeof modules;
export const RULE_TYPES = Object.keys(modules) as [RuleType, ...RuleType[]];

/** Settings by type, as they are kept in `loyalty_rule_versions.settings`. */
type RuleSettingsOf<T extends RuleType> = z.infer<(typeof modules)[T]["settings"]>;
export type RuleSettings = { [T in RuleType]: RuleSettingsOf<T> }[RuleType];

/** The module of a type. It takes only settings of that type. */
export function ruleTypeOf(type: RuleType): RuleTypeModule<RuleSettings> {
  return modules[type] as unknown as RuleTypeModule<RuleSettings>;
}
