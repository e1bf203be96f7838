import type {
  RuleSettings,
  RuleSettingsOf,
  RuleType,
} from "#app/domain/loyalty/rules/rule-types.ts";
import { anniversaryRewardForm } from "./anniversary-reward.tsx";
import { birthdayRewardForm } from "./birthday-reward.tsx";
import { customActionForm } from "./custom-action.tsx";
import { customerTagForm } from "./customer-tag.tsx";
import { goalSpendForm } from "./goal-spend.tsx";
import { createAccountForm, emailSubscriptionForm, smsSubscriptionForm } from "./once-rules.ts";
import { pointsForPurchasesForm } from "./points-for-purchases.tsx";
import { punchCardForm } from "./punch-card.tsx";
import { membershipRechargeForm, productRechargeForm } from "./recharge-punch-cards.tsx";
import { referralForm } from "./referral.tsx";
import { reviewsForm } from "./reviews.tsx";
import type { RuleTypeForm } from "./rule-type-form.ts";
import { socialForm } from "./social.tsx";
import { uploadReceiptForm } from "./upload-receipt.tsx";

/** The types of rules, in the order in which a merchant may choose one. */
const forms = {
  points_for_purchases: pointsForPurchasesForm,
  goal_spend: goalSpendForm,
  punch_card: punchCardForm,
  membership_recharge_punch_card: membershipRechargeForm,
  product_recharge_punch_card: productRechargeForm,
  birthday_reward: birthdayRewardForm,
  anniversary_reward: anniversaryRewardForm,
  create_account: createAccountForm,
  email_subscription: emailSubscriptionForm,
  sms_subscription: smsSubscriptionForm,
  referral: referralForm,
  reviews: reviewsForm,
  social: socialForm,
  customer_tag: customerTagForm,
  custom_action: customActionForm,
  upload_receipt: uploadReceiptForm,
} satisfies { [T in RuleType]: RuleTypeForm<RuleSettingsOf<T>, object> };

export const RULE_TYPES_TO_CHOOSE = Object.keys(forms) as RuleType[];

/** The form of one type. It takes only settings and drafts of that type. */
export function ruleFormOf(type: RuleType): RuleTypeForm<RuleSettings, object> {
  return forms[type] as unknown as RuleTypeForm<RuleSettings, object>;
}

/** The type that an address names; null for any other text. */
export function ruleTypeNamed(text: string | null): RuleType | null {
  return RULE_TYPES_TO_CHOOSE.find((type) => type === text) ?? null;
}
