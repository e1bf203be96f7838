import { FormLayout, Select, TextField } from "@shopify/polaris";
import type { OfferRulesOf } from "#app/domain/churn/offers/types/offer-types.ts";
import { wholeNumberOf } from "./number-text.ts";
import type { OfferTypeForm } from "./offer-type-form.ts";

interface Draft {
  intervalCount: string;
  intervalName: "day" | "week" | "month" | "year";
}

const INTERVALS: { label: string; value: Draft["intervalName"] }[] = [
  { label: "days", value: "day" },
  { label: "weeks", value: "week" },
  { label: "months", value: "month" },
  { label: "years", value: "year" },
];

export const changeFrequencyForm: OfferTypeForm<OfferRulesOf<"change_frequency">, Draft> = {
  name: "Change frequency",
  hint: "Charge and deliver less often",
  blank: { intervalCount: "2", intervalName: "month" },
  toDraft: (rules) => ({
    intervalCount: String(rules.interval_count),
    intervalName: rules.interval_name,
  }),
  toRules: (draft) => ({
    type: "change_frequency",
    interval_count: wholeNumberOf(draft.intervalCount),
    interval_name: draft.intervalName,
  }),
  describe: ({ interval_count, interval_name }, _currency, formats) =>
    interval_count === 1
      ? `Every ${interval_name}`
      : `Every ${formats.count(interval_count, interval_name)}`,
  Fields: ({ draft, change, errorOf }) => (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label="Every"
          inputMode="numeric"
          value={draft.intervalCount}
          onChange={(intervalCount) => change({ intervalCount })}
          autoComplete="off"
          helpText="Not shown to prepaid subscriptions: their price pays for several deliveries."
          {...errorOf("interval_count")}
        />
        <Select
          label="Unit"
          options={INTERVALS}
          value={draft.intervalName}
          onChange={(value) => {
            const chosen = INTERVALS.find((interval) => interval.value === value);
            if (chosen) change({ intervalName: chosen.value });
          }}
        />
      </FormLayout.Group>
    </FormLayout>
  ),
};
