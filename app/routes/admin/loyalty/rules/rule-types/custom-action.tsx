import { Checkbox, FormLayout } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { wholeNumberOf } from "../../../churn/offer-types/number-text.ts";
import { CountField, WordsField } from "../../fields/typed-field.tsx";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  key: string;
  required: string;
  isOnce: boolean;
}

export const customActionForm: RuleTypeForm<RuleSettingsOf<"custom_action">, Draft> = {
  name: "Custom action",
  hint: "Something that another system reports, such as a quiz or a store visit, gives a reward.",
  blank: { key: "", required: "1", isOnce: false },
  toDraft: ({ action_key, required_actions, one_time_only }) => ({
    key: action_key,
    required: String(required_actions),
    isOnce: one_time_only,
  }),
  toSettings: ({ key, required, isOnce }) => ({
    action_key: key,
    required_actions: wholeNumberOf(required),
    one_time_only: isOnce,
  }),
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <FormLayout.Group>
        <WordsField
          label="Action key"
          value={draft.key}
          onChange={(key) => change({ key })}
          said={errorOf("action_key")}
          helpText="As the other system sends it, for example quiz_done."
        />
        <CountField
          label="How often for one reward"
          value={draft.required}
          onChange={(required) => change({ required })}
          said={errorOf("required_actions")}
        />
      </FormLayout.Group>
      <Checkbox
        label="Once per customer"
        checked={draft.isOnce}
        onChange={(isOnce) => change({ isOnce })}
      />
    </FormLayout>
  ),
};
