import { FormLayout, TextField } from "@shopify/polaris";
import type { OfferRulesOf } from "#app/domain/churn/offers/types/offer-types.ts";
import { wholeNumberOf } from "./number-text.ts";
import type { OfferTypeForm } from "./offer-type-form.ts";

interface Draft {
  pauseCycles: string;
}

export const pauseForm: OfferTypeForm<OfferRulesOf<"pause">, Draft> = {
  name: "Pause",
  hint: "Skip charges for a while, then go on as before",
  blank: { pauseCycles: "1" },
  toDraft: (rules) => ({ pauseCycles: String(rules.pause_cycles) }),
  toRules: (draft) => ({ type: "pause", pause_cycles: wholeNumberOf(draft.pauseCycles) }),
  describe: ({ pause_cycles }, _currency, formats) =>
    `Pause for ${formats.count(pause_cycles, "renewal")}`,
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <TextField
        label="Renewals without a charge"
        inputMode="numeric"
        value={draft.pauseCycles}
        onChange={(pauseCycles) => change({ pauseCycles })}
        autoComplete="off"
        helpText="From 1 to 12. The subscription resumes automatically, and its next charge moves on by as much."
        {...errorOf("pause_cycles")}
      />
    </FormLayout>
  ),
};
