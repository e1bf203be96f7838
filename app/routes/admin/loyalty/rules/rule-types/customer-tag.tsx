import { FormLayout } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { WordsField } from "../../fields/typed-field.tsx";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  tag: string;
}

export const customerTagForm: RuleTypeForm<RuleSettingsOf<"customer_tag">, Draft> = {
  name: "Customer tag",
  hint: "A customer who is tagged in the store gets a reward, once.",
  blank: { tag: "" },
  toDraft: ({ tag }) => ({ tag }),
  toSettings: ({ tag }) => ({ tag }),
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <WordsField
        label="Tag"
        value={draft.tag}
        onChange={(tag) => change({ tag })}
        said={errorOf("tag")}
        helpText="Written exactly as in the store: capital letters count."
      />
    </FormLayout>
  ),
};
