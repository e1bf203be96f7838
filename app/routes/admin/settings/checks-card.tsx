import { Badge, BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { SettingsOutcome } from "./settings-action.ts";

type CheckView = Extract<SettingsOutcome, { outcome: "checked" }>["checks"][number];

const BADGES = {
  ok: { tone: "success", label: "OK" },
  warning: { tone: "warning", label: "Check" },
  failing: { tone: "critical", label: "Failing" },
} as const;

/** Looks whether everything that the app needs is in place, and says what to do where it is not. */
export function ChecksCard() {
  const [checks, setChecks] = useState<readonly CheckView[] | null>(null);
  const { send, isSending, error } = useFormRequest<SettingsOutcome>((answer) => {
    if (answer.outcome === "checked") setChecks(answer.checks);
  });
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="300">
          <Text as="h2" variant="headingMd">
            Checks
          </Text>
          <Button loading={isSending} onClick={() => send({ intent: "run-checks" })}>
            Run checks
          </Button>
        </InlineStack>
        <Text as="p" tone="subdued">
          Sees whether this store and the installation have everything that the app needs. Changes
          nothing.
        </Text>
        <ErrorBanner title="The checks could not be run" message={error?.message ?? null} />
        <div aria-live="polite">
          {checks && (
            <BlockStack as="ul" gap="300">
              {checks.map((check) => (
                <CheckLine key={check.name} check={check} />
              ))}
            </BlockStack>
          )}
        </div>
      </BlockStack>
    </Card>
  );
}

function CheckLine({ check: { name, status, found, advice } }: { check: CheckView }) {
  const { tone, label } = BADGES[status];
  return (
    <Box as="li">
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <Badge tone={tone}>{label}</Badge>
          <Text as="h3" variant="headingSm">
            {name}
          </Text>
        </InlineStack>
        <Text as="p" breakWord>
          {found}
        </Text>
        {advice && (
          <Text as="p" tone="subdued" breakWord>
            {advice}
          </Text>
        )}
      </BlockStack>
    </Box>
  );
}
