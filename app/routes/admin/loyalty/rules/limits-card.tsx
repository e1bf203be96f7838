import { BlockStack, Card, FormLayout, Text, TextField } from "@shopify/polaris";
import { CountField } from "../fields/typed-field.tsx";
import type { RuleDraft } from "./rule-draft.ts";

/** How often a rule gives its reward, and in which time. */
export function LimitsCard({
  draft,
  change,
  errorOf,
}: {
  draft: RuleDraft;
  change: (patch: Partial<RuleDraft>) => void;
  errorOf: (field: string) => { error?: string };
}) {
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Limits and dates
          </Text>
          <Text as="p" tone="subdued">
            Leave a limit blank for none. Days are those of your store's time zone.
          </Text>
        </BlockStack>
        <FormLayout>
          <FormLayout.Group condensed>
            <CountField
              label="Rewards per customer"
              value={draft.perCustomer}
              onChange={(perCustomer) => change({ perCustomer })}
              said={errorOf("per_customer")}
            />
            <CountField
              label="Per customer and day"
              value={draft.perDay}
              onChange={(perDay) => change({ perDay })}
              said={errorOf("per_customer_per_day")}
            />
            <CountField
              label="In all"
              value={draft.inTotal}
              onChange={(inTotal) => change({ inTotal })}
              said={errorOf("in_total")}
            />
          </FormLayout.Group>
          <FormLayout.Group>
            <TextField
              label="First day"
              type="date"
              autoComplete="off"
              value={draft.startDate}
              onChange={(startDate) => change({ startDate })}
              helpText="What happened from this day on counts, also before the rule was made."
              {...errorOf("startDate")}
            />
            <TextField
              label="Last day"
              type="date"
              autoComplete="off"
              value={draft.endDate}
              onChange={(endDate) => change({ endDate })}
              helpText="Leave blank for ever."
              {...errorOf("endDate")}
            />
          </FormLayout.Group>
        </FormLayout>
      </BlockStack>
    </Card>
  );
}
