import { BlockStack, Text } from "@shopify/polaris";

/** A number with its name and what it means. */
export function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <BlockStack gap="050">
      <Text as="h3" variant="bodySm" tone="subdued">
        {name}
      </Text>
      <Text as="p" variant="headingLg">
        {value}
      </Text>
      <Text as="p" variant="bodySm" tone="subdued">
        {note}
      </Text>
    </BlockStack>
  );
}
