import { BlockStack, ChoiceList, Select, Text, TextField } from "@shopify/polaris";
import { MOST_TERMS } from "#app/domain/price-changes/price-change-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";

interface ConsentFieldsProps {
  fields: { by: string; silence: string; termsNote: string; planPrice: string };
  onChange(patch: { silence?: string; termsNote?: string; planPrice?: string }): void;
  errorOf(name: string): { error?: string };
  /** What new subscribers pay; null where the plan follows its products' prices. */
  planPriceMinor: number | null;
  currency: string;
}

/** Whether customers are asked for consent, what changes besides the price, and what new subscribers pay. */
export function ConsentFields(props: ConsentFieldsProps) {
  const { fields, onChange, errorOf, planPriceMinor, currency } = props;
  const formats = useFormats();
  return (
    <BlockStack gap="300">
      <ChoiceList
        title="Consent"
        choices={[
          {
            value: "keeps",
            label: "Ask each customer. Without an answer, they keep what they have",
            helpText:
              "Where the law or the contract wants active agreement to a higher price, as for most consumers in Germany and Austria.",
          },
          {
            value: "cancels",
            label: "Ask each customer. Without an answer, their subscription is canceled",
            helpText: "Where you cannot go on at the old price, and your terms let you end it.",
          },
          {
            value: "agrees",
            label: "Do not ask: silence means agreement",
            helpText:
              "Where your terms allow it and customers can cancel in time, as in most of the United States.",
          },
        ]}
        selected={[fields.silence]}
        onChange={([silence]) => silence && onChange({ silence })}
      />
      <Text as="p" tone="subdued" variant="bodySm">
        A lower price asks nobody. Ask somebody who knows the law of your customers' countries.
      </Text>
      <TextField
        label={fields.by === "terms" ? "What changes" : "What else changes (optional)"}
        autoComplete="off"
        multiline={3}
        maxLength={MOST_TERMS}
        helpText="In your words, and in your customers' language: it is part of the email."
        value={fields.termsNote}
        onChange={(termsNote) => onChange({ termsNote })}
        {...errorOf("termsNote")}
      />
      {fields.by === "terms" ? null : planPriceMinor === null ? (
        <Text as="p" tone="subdued">
          New subscribers pay the prices of the products, less the plan's discount. Change those
          with the products or the plan.
        </Text>
      ) : (
        <Select
          label="New subscribers"
          options={[
            {
              value: "keep",
              label: `Go on paying ${formats.money(planPriceMinor, currency)}`,
            },
            { value: "now", label: "Pay the new price at once" },
            { value: "on_day", label: "Pay the new price from its first day on" },
          ]}
          value={fields.planPrice}
          onChange={(planPrice) => onChange({ planPrice })}
          {...errorOf("planPrice")}
        />
      )}
    </BlockStack>
  );
}
