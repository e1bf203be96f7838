import { FormLayout } from "@shopify/polaris";
import type { RewardRulesOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import { numberOf, optionalNumber, textOf } from "../../../churn/offer-types/number-text.ts";
import { AmountField, CountField } from "../../fields/typed-field.tsx";
import { typeNumber } from "../../fields/typed-values.ts";
import type { RewardTypeForm } from "./reward-type-form.ts";

type Rules = RewardRulesOf<"store_credit">;

interface Draft {
  amount: string;
  /** Blank: never. */
  days: string;
}

export const storeCreditForm: RewardTypeForm<Rules, Draft> = {
  name: "Store credit",
  hint: "For a later order",
  isCode: false,
  blank: { amount: "5", days: "" },
  toDraft: ({ credit_amount, expires_in_days }, amounts) => ({
    amount: typeNumber(credit_amount, amounts),
    days: textOf(expires_in_days),
  }),
  toRules: ({ amount, days }, amounts) => {
    const rules: Rules = {
      reward_type: "store_credit",
      credit_amount: numberOf(amount, amounts),
      expires_in_days: optionalNumber(days),
    };
    return rules;
  },
  Fields: ({ draft, change, errorOf, amounts }) => (
    <FormLayout>
      <FormLayout.Group>
        <AmountField
          label="Credit"
          suffix={amounts.currency}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          said={errorOf("credit_amount")}
          amounts={amounts}
        />
        <CountField
          label="Expires after"
          suffix="days"
          value={draft.days}
          onChange={(days) => change({ days })}
          said={errorOf("expires_in_days")}
          helpText="Leave blank for never."
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
