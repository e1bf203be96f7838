import { FormLayout, Select } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { CountField } from "../../fields/typed-field.tsx";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  basis: "account" | "membership";
  years: string;
}

export const anniversaryRewardForm: RuleTypeForm<RuleSettingsOf<"anniversary_reward">, Draft> = {
  name: "Anniversary",
  hint: "Every year with your store, or as a member, gives a reward.",
  blank: { basis: "account", years: "1" },
  toDraft: ({ basis, every_years }) => ({ basis, years: String(every_years) }),
  toSettings: ({ basis, years }) => ({ basis, every_years: wholeNumberOf(years) }),
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <FormLayout.Group>
        <Select
          label="Anniversary of"
          options={[
            { label: "The customer's account", value: "account" },
            { label: "The membership", value: "membership" },
          ]}
          value={draft.basis}
          onChange={(value) => change({ basis: value === "membership" ? value : "account" })}
        />
        <CountField
          label="Every"
          suffix="years"
          value={draft.years}
          onChange={(years) => change({ years })}
          said={errorOf("every_years")}
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
