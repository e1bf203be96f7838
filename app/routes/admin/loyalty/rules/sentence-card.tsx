import { BlockStack, Card, Text } from "@shopify/polaris";
import { ruleSentence } from "#app/domain/loyalty/rules/rule-sentence.ts";
import type { RuleType } from "#app/domain/loyalty/rules/rule-types.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import type { AmountsTyped } from "../../churn/offer-types/number-text.ts";
import type { TierChoice } from "../fields/tiers-field.tsx";
import { loyaltyWords } from "../loyalty-words.ts";
import { type RuleDraft, toDescribed } from "./rule-draft.ts";

/** What the rule does as it is typed, in plain sentences. */
export function SentenceCard({
  type,
  draft,
  amounts,
  tiers,
}: {
  type: RuleType;
  draft: RuleDraft;
  amounts: AmountsTyped;
  tiers: readonly TierChoice[];
}) {
  const tierNames = new Map(tiers.map(({ id, name }) => [id, name]));
  const words = loyaltyWords(useFormats(), amounts.currency);
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          What this rule does
        </Text>
        <div aria-live="polite" data-rule-sentence>
          <Text as="p" breakWord>
            {ruleSentence(toDescribed(type, draft, amounts), words, tierNames)}
          </Text>
        </div>
      </BlockStack>
    </Card>
  );
}
