import { FormLayout, Select } from "@shopify/polaris";
import type { RewardRulesOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import { numberOf, wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { AmountField, CountField } from "../../fields/typed-field.tsx";
import { typeNumber } from "../../fields/typed-values.ts";
import type { RewardTypeForm } from "./reward-type-form.ts";

interface Draft {
  kind: "percentage" | "fixed_amount";
  value: string;
  cycles: string;
}

export const contractDiscountForm: RewardTypeForm<RewardRulesOf<"contract_discount">, Draft> = {
  name: "Subscription discount",
  hint: "Off the next renewals, by itself",
  isCode: false,
  isForRenewals: true,
  blank: { kind: "percentage", value: "10", cycles: "1" },
  toDraft: (rules, amounts) => ({
    kind: rules.discount_type,
    value: typeNumber(rules.discount_amount, amounts),
    cycles: String(rules.cycles),
  }),
  toRules: (draft, amounts) => ({
    reward_type: "contract_discount",
    discount_type: draft.kind,
    discount_amount: numberOf(draft.value, amounts),
    cycles: wholeNumberOf(draft.cycles),
  }),
  Fields: ({ draft, change, errorOf, amounts }) => (
    <FormLayout>
      <FormLayout.Group>
        <Select
          label="Kind of discount"
          options={[
            { label: "Percentage", value: "percentage" },
            { label: "Fixed amount", value: "fixed_amount" },
          ]}
          value={draft.kind}
          onChange={(value) => change({ kind: value === "fixed_amount" ? value : "percentage" })}
        />
        <AmountField
          label="Discount"
          suffix={draft.kind === "percentage" ? "%" : amounts.currency}
          value={draft.value}
          onChange={(value) => change({ value })}
          said={errorOf("discount_amount")}
          amounts={amounts}
        />
        <CountField
          label="Renewals it lasts"
          value={draft.cycles}
          onChange={(cycles) => change({ cycles })}
          said={errorOf("cycles")}
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
