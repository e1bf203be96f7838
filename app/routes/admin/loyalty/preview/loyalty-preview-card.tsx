import { BlockStack, Card, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import { PreviewLanguage } from "../../preview/preview-language.tsx";
import { PREVIEW_LANGUAGES } from "../../preview/preview-steps.ts";
import { usePreviewPage } from "../../preview/use-preview-page.ts";
import { type PreviewStanding, RULE_BLOCKS, type RuleBlock } from "./preview-choices.ts";

export interface LoyaltyPreviewCardProps {
  kind: "rule" | "tiers" | "point_reward";
  /** What is in the editor's fields, as saving it would send it. */
  input: object;
  /** How far the made-up shopper can be, in words. */
  standings: Partial<Record<PreviewStanding, string>>;
  /** The blocks to choose from, where there is a choice. */
  blocks?: readonly RuleBlock[];
  /** What the picture does not say: who sees it, and from when. */
  note?: string;
}

/** What the shopper sees: the theme's own block, with what is in the editor right now. */
export function LoyaltyPreviewCard(props: LoyaltyPreviewCardProps) {
  const { kind, input, standings, blocks = [], note = "" } = props;
  const [locale, setLocale] = useState<string>(PREVIEW_LANGUAGES[0].locale);
  const [wanted, setWanted] = useState<PreviewStanding>("part");
  const [block, setBlock] = useState(blocks[0]);
  const offered = Object.entries(standings).map(([value, label]) => ({ value, label }));
  const standing = wanted in standings ? wanted : "none";
  const { page, trouble } = usePreviewPage("/app/loyalty/preview", {
    ...{ kind, input, locale, standing },
    ...(block && { block }),
  });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Preview
        </Text>
        <div className="pn-filters">
          {blocks.length > 1 && (
            <Select
              label="Block of the theme"
              options={blocks.map((value) => ({ value, label: RULE_BLOCKS[value] }))}
              value={block ?? ""}
              onChange={(value) => setBlock(blocks.find((one) => one === value))}
            />
          )}
          {offered.length > 1 && (
            <Select
              label="How far the shopper is"
              options={offered}
              value={standing}
              onChange={(value) => isIn(standings, value) && setWanted(value)}
            />
          )}
          <PreviewLanguage value={locale} onChange={setLocale} />
        </div>
        <div className="pn-preview pn-preview-block" aria-busy={page === null && trouble === null}>
          {/* There from the first paint on: a frame that is only being made takes the focus for a moment. */}
          <iframe title="Preview of the theme's block" sandbox="" srcDoc={page ?? BLANK} />
        </div>
        <div role="status" style={{ minHeight: "2.5rem" }}>
          <Text as="p" tone="subdued" variant="bodySm">
            {trouble ?? `A made-up shopper. Nothing here is saved. ${note}`}
          </Text>
        </div>
      </BlockStack>
    </Card>
  );
}

const BLANK = "<!doctype html><html lang='en'><title>Preview</title></html>";

function isIn(standings: object, value: string): value is PreviewStanding {
  return value in standings;
}
