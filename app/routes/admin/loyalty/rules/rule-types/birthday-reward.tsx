import { FormLayout } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { CountField } from "../../fields/typed-field.tsx";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  daysBefore: string;
  memberDays: string;
}

export const birthdayRewardForm: RuleTypeForm<RuleSettingsOf<"birthday_reward">, Draft> = {
  name: "Birthday",
  hint: "Customers who have told you their birthday get a reward once a year.",
  blank: { daysBefore: "0", memberDays: "0" },
  toDraft: (settings) => ({
    daysBefore: String(settings.days_before),
    memberDays: String(settings.minimum_membership_days),
  }),
  toSettings: ({ daysBefore, memberDays }) => ({
    days_before: wholeNumberOf(daysBefore),
    minimum_membership_days: wholeNumberOf(memberDays),
  }),
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <FormLayout.Group>
        <CountField
          label="Days before the birthday"
          value={draft.daysBefore}
          onChange={(daysBefore) => change({ daysBefore })}
          said={errorOf("days_before")}
          helpText="0 is on the day."
        />
        <CountField
          label="Days as a member at least"
          value={draft.memberDays}
          onChange={(memberDays) => change({ memberDays })}
          said={errorOf("minimum_membership_days")}
          helpText="0 is for everybody, also without a membership."
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
