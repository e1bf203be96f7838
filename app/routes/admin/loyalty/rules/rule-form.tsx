import { BlockStack, Card, FormLayout, Select, Text, TextField } from "@shopify/polaris";
import type { RuleStatusName } from "#app/domain/loyalty/read/managed-rule.ts";
import { type RuleType, ruleTypeOf } from "#app/domain/loyalty/rules/rule-types.ts";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import type { FieldErrors } from "#app/lib/app-error.ts";
import type { AmountsTyped } from "../../churn/offer-types/number-text.ts";
import type { TierChoice } from "../fields/tiers-field.tsx";
import { ConditionsCard } from "./conditions-card.tsx";
import { LimitsCard } from "./limits-card.tsx";
import { RewardFields } from "./reward-fields.tsx";
import type { RuleDraft } from "./rule-draft.ts";
import type { PlanGroupChoice } from "./rule-types/rule-type-form.ts";
import { ruleFormOf } from "./rule-types/rule-type-forms.ts";

export interface RuleFormProps {
  type: RuleType;
  draft: RuleDraft;
  change: (patch: Partial<RuleDraft>) => void;
  /** What the server found wrong, by field. */
  errors: FieldErrors;
  amounts: AmountsTyped;
  plans: readonly PlanGroupChoice[];
  products: readonly PlanProduct[];
  tiers: readonly TierChoice[];
  /** A rule that was active gives what it has given: it is not a draft any more. */
  mayBeDraft: boolean;
}

/** The fields of a rule. */
export function RuleForm(props: RuleFormProps) {
  const { type, draft, change, errors, amounts, plans, products, tiers, mayBeDraft } = props;
  const errorOf = (field: string) => {
    const messages = errors[field];
    return messages ? { error: messages.join(" ") } : {};
  };
  const { name, hint, blank, Fields } = ruleFormOf(type);
  const { hears, givesPointsItself, countsRenewals = false } = ruleTypeOf(type);
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="400">
          <BlockStack gap="100">
            <Text as="h2" variant="headingMd">
              {name}
            </Text>
            <Text as="p" tone="subdued">
              {hint}
            </Text>
          </BlockStack>
          {Object.keys(blank).length > 0 && (
            <Fields
              draft={draft.settings}
              change={(patch) => change({ settings: { ...draft.settings, ...patch } })}
              {...{ errorOf, amounts, plans, products }}
            />
          )}
        </BlockStack>
      </Card>
      {!givesPointsItself && (
        <Card>
          <RewardFields
            legend="What the customer gets"
            draft={draft.reward}
            change={(patch) => change({ reward: { ...draft.reward, ...patch } })}
            error={errorOf("reward").error}
            ofRenewals={countsRenewals}
            {...{ errorOf, amounts, products }}
          />
        </Card>
      )}
      <Card>
        <FormLayout>
          <FormLayout.Group>
            <TextField
              label="Name"
              value={draft.name}
              onChange={(value) => change({ name: value })}
              autoComplete="off"
              maxLength={80}
              showCharacterCount
              helpText="Shoppers read it too, beside their points and coupons."
              {...errorOf("name")}
            />
            <Select
              label="Status"
              options={STATUSES.filter(({ value }) => mayBeDraft || value !== "draft")}
              value={draft.status}
              onChange={(value) => {
                const chosen = STATUSES.find((one) => one.value === value);
                if (chosen) change({ status: chosen.value });
              }}
              {...errorOf("status")}
            />
          </FormLayout.Group>
          <TextField
            label="Description"
            value={draft.description}
            onChange={(description) => change({ description })}
            autoComplete="off"
            multiline={2}
            maxLength={500}
            showCharacterCount
            helpText="For shoppers, in your own words. May be blank."
            {...errorOf("description")}
          />
        </FormLayout>
      </Card>
      <ConditionsCard
        {...{ draft, change, errorOf, products, tiers }}
        hearsOrders={hears.includes("order")}
      />
      <LimitsCard {...{ draft, change, errorOf }} />
    </BlockStack>
  );
}

const STATUSES: { label: string; value: RuleStatusName }[] = [
  { label: "Draft: gives nothing yet", value: "draft" },
  { label: "Active", value: "active" },
  { label: "Off: counts nothing for now", value: "inactive" },
];
