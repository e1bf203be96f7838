import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { NOTHING_TO_SET, type RuleTypeForm } from "./rule-type-form.ts";

type Nothing = Record<string, never>;

export const createAccountForm: RuleTypeForm<RuleSettingsOf<"create_account">, Nothing> = {
  name: "Create an account",
  hint: "The first visit with an account gives a reward, once.",
  ...NOTHING_TO_SET,
};

export const emailSubscriptionForm: RuleTypeForm<RuleSettingsOf<"email_subscription">, Nothing> = {
  name: "Email subscription",
  hint: "Agreeing to marketing by email gives a reward, once.",
  ...NOTHING_TO_SET,
};

export const smsSubscriptionForm: RuleTypeForm<RuleSettingsOf<"sms_subscription">, Nothing> = {
  name: "Text message subscription",
  hint: "Agreeing to marketing by text message gives a reward, once.",
  ...NOTHING_TO_SET,
};
