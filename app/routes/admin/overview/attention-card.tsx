import { Badge, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { AttentionView } from "./overview-views.ts";

/** What needs a person, as a worklist. Null: it could not be read. */
export function AttentionCard({ items }: { items: readonly AttentionView[] | null }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Needs attention
        </Text>
        {items === null && (
          <Text as="p" tone="critical">
            The worklist could not be read. Reload the page to try again.
          </Text>
        )}
        {items?.length === 0 && (
          <Text as="p" tone="subdued">
            All clear
          </Text>
        )}
        {items?.map(({ id, tone, label, text, at, url }) => (
          <InlineStack key={id} align="space-between" blockAlign="center" gap="300" wrap={false}>
            <BlockStack gap="050">
              <InlineStack gap="200">
                <Badge tone={tone}>{label ?? (tone === "critical" ? "Failing" : "Check")}</Badge>
                <Text as="span" tone="subdued" variant="bodySm">
                  {at}
                </Text>
              </InlineStack>
              <Text as="p" breakWord>
                {text}
              </Text>
            </BlockStack>
            {url && (
              <Button url={url} accessibilityLabel={`Open: ${text}`}>
                Open
              </Button>
            )}
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
