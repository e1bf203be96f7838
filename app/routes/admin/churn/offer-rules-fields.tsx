import { FormLayout, Select, TextField } from "@shopify/polaris";
import type { OfferDraft } from "./offer-draft.ts";

export interface OfferRulesFieldsProps {
  draft: OfferDraft;
  change: (patch: Partial<OfferDraft>) => void;
  errorOf: (field: string) => { error?: string };
  currency: string;
}

/** The fields that an offer's type asks for. */
export function OfferRulesFields(props: OfferRulesFieldsProps) {
  switch (props.draft.type) {
    case "discount_price":
      return <DiscountFields {...props} />;
    case "change_frequency":
      return <FrequencyFields {...props} />;
    case "add_store_credits":
      return <CreditFields {...props} />;
  }
}

function DiscountFields({ draft, change, errorOf, currency }: OfferRulesFieldsProps) {
  const isPercentage = draft.discountType === "percentage";
  return (
    <FormLayout>
      <FormLayout.Group>
        <Select
          label="Kind of discount"
          options={[
            { label: "Percentage", value: "percentage" },
            { label: "Fixed amount", value: "fixed_amount" },
          ]}
          value={draft.discountType}
          onChange={(value) =>
            change({ discountType: value === "fixed_amount" ? value : "percentage" })
          }
        />
        <TextField
          label="Discount"
          inputMode="decimal"
          suffix={isPercentage ? "%" : currency}
          value={draft.discountValue}
          onChange={(discountValue) => change({ discountValue })}
          autoComplete="off"
          {...(isPercentage && { helpText: "A whole number from 1 to 100." })}
          {...errorOf("discount_value")}
        />
      </FormLayout.Group>
      <TextField
        label="Renewals"
        inputMode="numeric"
        value={draft.cycles}
        onChange={(cycles) => change({ cycles })}
        autoComplete="off"
        helpText="How many renewals the discount lasts. Leave blank for all."
        {...errorOf("cycles")}
      />
    </FormLayout>
  );
}

function FrequencyFields({ draft, change, errorOf }: OfferRulesFieldsProps) {
  return (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label="Every"
          inputMode="numeric"
          value={draft.intervalCount}
          onChange={(intervalCount) => change({ intervalCount })}
          autoComplete="off"
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
  );
}

const INTERVALS: { label: string; value: OfferDraft["intervalName"] }[] = [
  { label: "days", value: "day" },
  { label: "weeks", value: "week" },
  { label: "months", value: "month" },
  { label: "years", value: "year" },
];

function CreditFields({ draft, change, errorOf, currency }: OfferRulesFieldsProps) {
  return (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label="Credit"
          inputMode="decimal"
          suffix={currency}
          value={draft.creditAmount}
          onChange={(creditAmount) => change({ creditAmount })}
          autoComplete="off"
          {...errorOf("credit_amount")}
        />
        <TextField
          label="Expires after"
          inputMode="numeric"
          suffix="days"
          value={draft.expiresInDays}
          onChange={(expiresInDays) => change({ expiresInDays })}
          autoComplete="off"
          helpText="Leave blank for never."
          {...errorOf("expires_in_days")}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}
