import { BlockStack, Box, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** Shown instead of an empty list: why it is empty, and what to do about it. */
export function EmptyCard({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Card>
      <Box paddingBlock="800">
        <BlockStack gap="300" inlineAlign="center">
          <Text as="h2" variant="headingMd" alignment="center">
            {title}
          </Text>
          <Box maxWidth="30rem">
            <Text as="p" alignment="center" tone="subdued">
              {children}
            </Text>
          </Box>
          {action}
        </BlockStack>
      </Box>
    </Card>
  );
}
