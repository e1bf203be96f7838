import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Card, Text } from "@shopify/polaris";
import { useEffect } from "react";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import type { SettingsAnswer } from "./settings-action.ts";

const STEPS = [
  { by: "hour", label: "1 hour" },
  { by: "day", label: "1 day" },
  { by: "month", label: "1 month" },
] as const;

/** Moves a development store's time, so that renewals and the ends of things can be watched. */
export function TestClockCard({ clock }: { clock: { now: string; zone: string; moved: boolean } }) {
  const fetcher = useFetcher<SettingsAnswer>();
  const asked = fetcher.state === "idle" ? null : fetcher.formData?.get("by");
  const refusal = fetcher.data?.outcome === "refused" ? fetcher.data.message : null;
  const arrived = fetcher.data?.outcome === "advanced" ? fetcher.data.now : null;
  useEffect(() => {
    if (arrived) showToast(`It is now ${arrived}`);
  }, [arrived]);
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
        <RefusalBanner title="The clock was not moved" message={refusal} />
        <Text as="p" aria-live="polite">
          It is {clock.now} in this store ({clock.zone})
          {clock.moved ? ", ahead of real time." : ", which is real time."}
        </Text>
        <ButtonGroup>
          {STEPS.map(({ by, label }) => (
            <Button
              key={by}
              disabled={fetcher.state !== "idle"}
              loading={asked === by}
              accessibilityLabel={`Advance the clock by ${label}`}
              onClick={() => fetcher.submit({ intent: "advance-clock", by }, { method: "post" })}
            >
              {`+ ${label}`}
            </Button>
          ))}
        </ButtonGroup>
      </BlockStack>
    </Card>
  );
}
