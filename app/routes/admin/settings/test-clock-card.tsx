import { Banner, BlockStack, Button, ButtonGroup, Card, List, Text } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { SettingsOutcome } from "./settings-action.ts";

const STEPS = [
  { by: "hour", label: "1 hour" },
  { by: "day", label: "1 day" },
  { by: "month", label: "1 month" },
] as const;

/** Moves a development store's clock to try out renewals and expiries. */
export function TestClockCard({ clock }: { clock: { now: string; zone: string; moved: boolean } }) {
  const [failing, setFailing] = useState<string[]>([]);
  const { send, sending, isSending, error } = useFormRequest<SettingsOutcome>((answer) => {
    if (answer.outcome !== "advanced") return;
    showToast(`It is now ${answer.now}`);
    setFailing(answer.failing);
  });
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Test clock
          </Text>
          <Text as="p" tone="subdued">
            Only development stores have one. Moving it on runs everything that falls due in
            between, in order. It does not go back.
          </Text>
        </BlockStack>
        <ErrorBanner title="The clock was not moved" message={error?.message ?? null} />
        {failing.length > 0 && (
          <Banner tone="warning" title="Some of what was due has failed and is tried again later">
            <List>
              {failing.map((one) => (
                <List.Item key={one}>{one}</List.Item>
              ))}
            </List>
          </Banner>
        )}
        <Text as="p" aria-live="polite">
          It is {clock.now} in this store ({clock.zone})
          {clock.moved ? ", ahead of real time." : ", which is real time."}
        </Text>
        <ButtonGroup>
          {STEPS.map(({ by, label }) => (
            <Button
              key={by}
              disabled={isSending}
              loading={sending?.by === by}
              accessibilityLabel={`Advance the clock by ${label}`}
              onClick={() => send({ intent: "advance-clock", by })}
            >
              {`+ ${label}`}
            </Button>
          ))}
        </ButtonGroup>
      </BlockStack>
    </Card>
  );
}
