import { BlockStack, Checkbox, FormLayout, TextField } from "@shopify/polaris";
import type { PlanDraft } from "./plan-group-draft.ts";

interface TrialFieldsProps {
  plan: PlanDraft;
  change: (patch: Partial<PlanDraft>) => void;
  errorOf: (...fields: string[]) => { error?: string };
  currency: string;
}

/** How a membership begins: its trial's length and fee. */
export function TrialFields({ plan, change, errorOf, currency }: TrialFieldsProps) {
  return (
    <BlockStack gap="300">
      <Checkbox
        label="Begins with a trial"
        helpText="The fee is paid at checkout. The first full charge comes at the end of the trial."
        checked={plan.hasTrial}
        onChange={(hasTrial) => change({ hasTrial })}
      />
      {plan.hasTrial && (
        <FormLayout>
          <FormLayout.Group>
            <TextField
              label="Trial days"
              value={plan.trialDays}
              onChange={(trialDays) => change({ trialDays })}
              autoComplete="off"
              inputMode="numeric"
              {...errorOf("trial.days")}
            />
            <TextField
              label="Trial fee"
              value={plan.trialFee}
              onChange={(trialFee) => change({ trialFee })}
              autoComplete="off"
              inputMode="decimal"
              suffix={currency}
              helpText="Leave blank for a free trial."
              {...errorOf("trial.fee")}
            />
          </FormLayout.Group>
        </FormLayout>
      )}
    </BlockStack>
  );
}
