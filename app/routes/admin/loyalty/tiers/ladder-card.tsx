import { BlockStack, Card, Text } from "@shopify/polaris";
import type { LadderInput } from "#app/domain/loyalty/tiers/ladder-input.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { loyaltyWords } from "../loyalty-words.ts";
import { tierSentence } from "./tier-sentence.ts";

/** What the tiers do as they are typed, in plain sentences, the lowest first. */
export function LadderCard({ input, currency }: { input: LadderInput; currency: string }) {
  const words = loyaltyWords(useFormats(), currency);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          What these tiers do
        </Text>
        <div aria-live="polite" data-tiers-said>
          <BlockStack gap="200">
            {input.tiers.map((tier, place) => (
              <Text key={`${tier.id} ${place.toString()}`} as="p" breakWord>
                <strong>{tier.name.trim() || "New tier"}:</strong>{" "}
                {tierSentence(tier, input.basis, words, currency)}
              </Text>
            ))}
            {input.tiers.length === 0 && <Text as="p">No tiers: nobody is in one any more.</Text>}
          </BlockStack>
        </div>
        <Text as="p" tone="subdued" variant="bodySm">
          A tier lasts a year. Then it is reviewed: it becomes the highest one that the year before
          reaches. Asking for more takes nobody's tier away before that.
        </Text>
      </BlockStack>
    </Card>
  );
}
