import { FormLayout } from "@shopify/polaris";
import type { RuleSettingsOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { WordsField } from "../../fields/typed-field.tsx";
import type { RuleTypeForm } from "./rule-type-form.ts";

interface Draft {
  network: string;
  url: string;
}

export const socialForm: RuleTypeForm<RuleSettingsOf<"social">, Draft> = {
  name: "Social network",
  hint: "Following or sharing on a social network gives a reward, once per network.",
  blank: { network: "", url: "" },
  toDraft: ({ network, url }) => ({ network, url }),
  toSettings: ({ network, url }) => ({ network, url }),
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <FormLayout.Group>
        <WordsField
          label="Network"
          value={draft.network}
          onChange={(network) => change({ network })}
          said={errorOf("network")}
          helpText="For example Instagram."
        />
        <WordsField
          label="Address of your page there"
          value={draft.url}
          onChange={(url) => change({ url })}
          said={errorOf("url")}
          helpText="Begins with https://"
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
