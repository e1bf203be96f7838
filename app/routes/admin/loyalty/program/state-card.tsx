import { Badge, Card, InlineStack, Text } from "@shopify/polaris";
import type { StateView } from "./program-view.ts";

/** Whether the program is on, and how. */
export function StateCard({ state }: { state: StateView }) {
  return (
    <Card>
      <InlineStack gap="300" blockAlign="center">
        <Badge tone={state.isRunning ? "success" : "attention"}>
          {state.isRunning ? "Running" : "Not running"}
        </Badge>
        <Text as="span">{state.rules}</Text>
        <Text as="span" tone="subdued">
          {state.pending} · {state.expiry}
        </Text>
      </InlineStack>
    </Card>
  );
}
