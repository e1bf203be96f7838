import { FormLayout, Select } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { numberOf } from "../../../churn/offer-types/number-text.ts";
import { AmountField } from "../../fields/typed-field.tsx";
import { typeNumber } from "../../fields/typed-values.ts";
import type { RuleTypeForm } from "./rule-type-form.ts";

type Period = RuleSettingsOf<"goal_spend">["period"];

interface Draft {
  goal: string;
  period: Period;
}

const PERIODS: { label: string; value: Period }[] = [
  { label: "In one order, each time", value: "order" },
  { label: "In a calendar month", value: "month" },
  { label: "In a calendar year", value: "year" },
  { label: "In all, once", value: "lifetime" },
];

export const goalSpendForm: RuleTypeForm<RuleSettingsOf<"goal_spend">, Draft> = {
  name: "Spending goal",
  hint: "Whoever spends enough, in one order or over time, gets a reward.",
  blank: { goal: "100", period: "order" },
  toDraft: ({ goal_amount, period }, amounts) => ({
    goal: typeNumber(goal_amount, amounts),
    period,
  }),
  toSettings: ({ goal, period }, amounts) => ({ goal_amount: numberOf(goal, amounts), period }),
  Fields: ({ draft, change, errorOf, amounts }) => (
    <FormLayout>
      <FormLayout.Group>
        <AmountField
          label="Goal"
          suffix={amounts.currency}
          value={draft.goal}
          onChange={(goal) => change({ goal })}
          said={errorOf("goal_amount")}
          amounts={amounts}
          helpText="Goods after discounts, without tax and shipping."
        />
        <Select
          label="To be spent"
          options={PERIODS}
          value={draft.period}
          onChange={(value) => {
            const chosen = PERIODS.find((period) => period.value === value);
            if (chosen) change({ period: chosen.value });
          }}
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
