import { Badge, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { BlocksView, StateView } from "./program-view.ts";

/** Whether the program is on, and how, and whether shoppers can see it. */
export function StateCard({ state, blocks }: { state: StateView; blocks: BlocksView }) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="300" blockAlign="center">
          <Badge tone={state.isRunning ? "success" : "attention"}>
            {state.isRunning ? "Running" : "Not running"}
          </Badge>
          <Text as="span">{state.rules}</Text>
          <Text as="span" tone="subdued">
            {state.pending} · {state.expiry}
          </Text>
        </InlineStack>
        <InlineStack gap="300" blockAlign="center">
          <Badge tone={blocks.isSeen ? "success" : "attention"}>{blocks.badge}</Badge>
          <Text as="span">{blocks.seen}</Text>
        </InlineStack>
        {blocks.advice && (
          <Text as="p" tone="subdued">
            {blocks.advice}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}
