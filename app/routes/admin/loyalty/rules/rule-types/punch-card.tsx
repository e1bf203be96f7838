import { FormLayout } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { AmountField, CountField } from "../../fields/typed-field.tsx";
import { amountOrZero, typeNumber } from "../../fields/typed-values.ts";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  required: string;
  minimum: string;
}

export const punchCardForm: RuleTypeForm<RuleSettingsOf<"punch_card">, Draft> = {
  name: "Punch card",
  hint: "Every so many orders that were sent give a reward, and the card starts again.",
  blank: { required: "5", minimum: "" },
  toDraft: ({ required_purchases, minimum_order_amount: least }, amounts) => ({
    required: String(required_purchases),
    minimum: least === 0 ? "" : typeNumber(least, amounts),
  }),
  toSettings: ({ required, minimum }, amounts) => ({
    required_purchases: wholeNumberOf(required),
    minimum_order_amount: amountOrZero(minimum, amounts),
  }),
  Fields: ({ draft, change, errorOf, amounts }) => (
    <FormLayout>
      <FormLayout.Group>
        <CountField
          label="Orders on a full card"
          value={draft.required}
          onChange={(required) => change({ required })}
          said={errorOf("required_purchases")}
        />
        <AmountField
          label="Smallest order"
          suffix={amounts.currency}
          value={draft.minimum}
          onChange={(minimum) => change({ minimum })}
          said={errorOf("minimum_order_amount")}
          amounts={amounts}
          helpText="Goods after discounts, without tax and shipping. Leave blank for any."
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
