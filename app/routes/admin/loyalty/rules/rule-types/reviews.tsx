import { FormLayout } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { CountField } from "../../fields/typed-field.tsx";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  required: string;
}

export const reviewsForm: RuleTypeForm<RuleSettingsOf<"reviews">, Draft> = {
  name: "Reviews",
  hint: "Reviews give a reward, whatever they say.",
  blank: { required: "1" },
  toDraft: ({ required_reviews }) => ({ required: String(required_reviews) }),
  toSettings: ({ required }) => ({ required_reviews: wholeNumberOf(required) }),
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <CountField
        label="Reviews for one reward"
        value={draft.required}
        onChange={(required) => change({ required })}
        said={errorOf("required_reviews")}
        helpText="The rating never counts: paying for good reviews is unlawful."
      />
    </FormLayout>
  ),
};
