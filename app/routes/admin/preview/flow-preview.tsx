import { BlockStack, Button, ButtonGroup, Card, InlineStack, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import { PreviewLanguage } from "./preview-language.tsx";
import type { PreviewDraft } from "./preview-request.ts";
import { PREVIEW_LANGUAGES, PREVIEW_MOMENTS, type PreviewMoment } from "./preview-steps.ts";
import { usePreviewPage } from "./use-preview-page.ts";

export interface FlowPreviewProps {
  draft: PreviewDraft;
  firstMoment: PreviewMoment;
}

const WIDTHS = [
  { value: "phone", label: "Phone" },
  { value: "desktop", label: "Desktop" },
] as const;

type Width = (typeof WIDTHS)[number]["value"];

/** What the shopper sees: the storefront's own element, with what is in the editor right now. */
export function FlowPreview({ draft, firstMoment }: FlowPreviewProps) {
  const [moment, setMoment] = useState<PreviewMoment>(firstMoment);
  const [locale, setLocale] = useState<string>(PREVIEW_LANGUAGES[0].locale);
  const [width, setWidth] = useState<Width>("phone");
  const { page, trouble } = usePreviewPage("/app/churn/preview", { ...draft, moment, locale });
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Preview
          </Text>
          <ButtonGroup variant="segmented">
            {WIDTHS.map(({ value, label }) => (
              <Button
                key={value}
                size="slim"
                pressed={width === value}
                onClick={() => setWidth(value)}
              >
                {label}
              </Button>
            ))}
          </ButtonGroup>
        </InlineStack>
        <div className="pn-filters">
          <Select
            label="Step"
            options={MOMENT_OPTIONS}
            value={moment}
            onChange={(value) => isMoment(value) && setMoment(value)}
          />
          <PreviewLanguage value={locale} onChange={setLocale} />
        </div>
        <div className="pn-preview" data-width={width}>
          {page !== null && (
            <iframe title="Preview of the cancel flow" sandbox="allow-scripts" srcDoc={page} />
          )}
        </div>
        <div role="status" style={{ minHeight: "1.25rem" }}>
          <Text as="p" tone="subdued" variant="bodySm">
            {trouble ?? "A made-up membership. Nothing here is sent or saved."}
          </Text>
        </div>
      </BlockStack>
    </Card>
  );
}

const MOMENT_OPTIONS = Object.entries(PREVIEW_MOMENTS).map(([value, { label }]) => ({
  value,
  label,
}));

function isMoment(value: string): value is PreviewMoment {
  return value in PREVIEW_MOMENTS;
}
