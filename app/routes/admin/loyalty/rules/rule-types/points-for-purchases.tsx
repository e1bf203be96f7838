import { Checkbox, FormLayout, Select } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { numberOf } from "../../../churn/offer-types/number-text.ts";
import { AmountField } from "../../fields/typed-field.tsx";
import { amountOrZero, typeNumber } from "../../fields/typed-values.ts";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  rate: string;
  minimum: string;
  includeRenewals: boolean;
  awardOn: "paid" | "fulfilled";
}

export const pointsForPurchasesForm: RuleTypeForm<RuleSettingsOf<"points_for_purchases">, Draft> = {
  name: "Points for purchases",
  hint: "Every order gives points for what it costs.",
  blank: { rate: "1", minimum: "", includeRenewals: true, awardOn: "paid" },
  toDraft: (settings, amounts) => ({
    rate: typeNumber(settings.points_per_dollar, amounts),
    minimum: settings.minimum_order === 0 ? "" : typeNumber(settings.minimum_order, amounts),
    includeRenewals: settings.include_renewals,
    awardOn: settings.award_on,
  }),
  toSettings: (draft, amounts) => ({
    points_per_dollar: numberOf(draft.rate, amounts),
    minimum_order: amountOrZero(draft.minimum, amounts),
    include_renewals: draft.includeRenewals,
    award_on: draft.awardOn,
  }),
  Fields: ({ draft, change, errorOf, amounts }) => (
    <FormLayout>
      <FormLayout.Group>
        <AmountField
          label={`Points for 1 ${amounts.currency}`}
          value={draft.rate}
          onChange={(rate) => change({ rate })}
          said={errorOf("points_per_dollar")}
          amounts={amounts}
        />
        <AmountField
          label="Smallest order"
          suffix={amounts.currency}
          value={draft.minimum}
          onChange={(minimum) => change({ minimum })}
          said={errorOf("minimum_order")}
          amounts={amounts}
          helpText="Goods after discounts, without tax and shipping. Leave blank for any."
        />
      </FormLayout.Group>
      <Select
        label="Points are given"
        options={[
          { label: "When an order is paid", value: "paid" },
          { label: "When an order is sent", value: "fulfilled" },
        ]}
        value={draft.awardOn}
        onChange={(value) => change({ awardOn: value === "fulfilled" ? value : "paid" })}
      />
      <Checkbox
        label="Renewals of subscriptions count too"
        checked={draft.includeRenewals}
        onChange={(includeRenewals) => change({ includeRenewals })}
      />
    </FormLayout>
  ),
};
