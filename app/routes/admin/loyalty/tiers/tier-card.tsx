import {
  BlockStack,
  Button,
  Card,
  Checkbox,
  FormLayout,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import type { TierBasis } from "#app/domain/loyalty/tiers/ladder.ts";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import type { AmountsTyped } from "../../churn/offer-types/number-text.ts";
import { AmountField, CountField, WordsField } from "../fields/typed-field.tsx";
import { RewardFields } from "../rules/reward-fields.tsx";
import type { TierDraft } from "./ladder-draft.ts";

const ASKED: Readonly<Record<TierBasis, string>> = {
  points: "Points in a year",
  spend: "Spent in a year",
  orders: "Orders in a year",
};

export interface TierCardProps {
  tier: TierDraft;
  basis: TierBasis;
  /** "12 customers"; null for a new tier. */
  customers: string | null;
  change: (patch: Partial<TierDraft>) => void;
  onRemove: () => void;
  errorOf: (field: string) => { error?: string };
  amounts: AmountsTyped;
  products: readonly PlanProduct[];
}

/** The fields of one tier. */
export function TierCard(props: TierCardProps) {
  const { tier, basis, customers, change, onRemove, errorOf, amounts, products } = props;
  const title = tier.name.trim() || "New tier";
  return (
    <section aria-label={title}>
      <Card>
        <BlockStack gap="400">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <BlockStack>
              <Text as="h2" variant="headingMd" breakWord>
                {title}
              </Text>
              {customers && (
                <Text as="p" tone="subdued">
                  {customers}
                </Text>
              )}
            </BlockStack>
            <Button
              size="slim"
              tone="critical"
              accessibilityLabel={`Remove ${title}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          </InlineStack>
          <FormLayout>
            <FormLayout.Group>
              <WordsField
                label="Name"
                value={tier.name}
                onChange={(name) => change({ name })}
                said={errorOf("name")}
              />
              {basis === "spend" ? (
                <AmountField
                  label={ASKED[basis]}
                  suffix={amounts.currency}
                  value={tier.threshold}
                  onChange={(threshold) => change({ threshold })}
                  said={errorOf("threshold")}
                  amounts={amounts}
                />
              ) : (
                <CountField
                  label={ASKED[basis]}
                  value={tier.threshold}
                  onChange={(threshold) => change({ threshold })}
                  said={errorOf("threshold")}
                />
              )}
              <AmountField
                label="Points are multiplied by"
                value={tier.multiplier}
                onChange={(multiplier) => change({ multiplier })}
                said={errorOf("multiplier")}
                amounts={amounts}
                helpText="1 leaves them as they are."
              />
            </FormLayout.Group>
            <TextField
              label="Perks"
              autoComplete="off"
              multiline={3}
              maxLength={1_000}
              value={tier.perks}
              onChange={(perks) => change({ perks })}
              helpText="In your own words, one a line. Shoppers read them beside the tier."
              {...errorOf("perks")}
            />
            <Checkbox
              label="Customers get a reward when they come here for the first time"
              checked={tier.givesReward}
              onChange={(givesReward) => change({ givesReward })}
            />
          </FormLayout>
          {tier.givesReward && (
            <RewardFields
              legend="Entry reward"
              draft={tier.reward}
              change={(patch) => change({ reward: { ...tier.reward, ...patch } })}
              error={errorOf("entryReward").error}
              {...{ errorOf, amounts, products }}
            />
          )}
        </BlockStack>
      </Card>
    </section>
  );
}
