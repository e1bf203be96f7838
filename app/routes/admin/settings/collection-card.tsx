import { Badge, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { CollectionView } from "./collection-view.ts";
import type { SettingsOutcome } from "./settings-action.ts";
import { TurnOffCollectionDialog } from "./turn-off-collection-dialog.tsx";

/** The end of the deprecated Collection API, and who would miss it. */
export function CollectionCard({ collection }: { collection: CollectionView }) {
  const { offSince, callers } = collection;
  const [isAsking, setAsking] = useState(false);
  const { send, isSending, error } = useFormRequest<SettingsOutcome>((answer) => {
    if (answer.outcome === "collection-switched") showToast("Collection API turned on");
  });
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="300">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              Collection API
            </Text>
            {offSince ? <Badge>Off</Badge> : <Badge tone="success">On</Badge>}
          </InlineStack>
          {offSince ? (
            <Button
              loading={isSending}
              accessibilityLabel="Turn on the Collection API"
              onClick={() => send({ intent: "switch-collection", isOn: true })}
            >
              Turn on
            </Button>
          ) : (
            <Button
              accessibilityLabel="Turn off the Collection API"
              onClick={() => setAsking(true)}
            >
              Turn off
            </Button>
          )}
        </InlineStack>
        <Text as="p" tone="subdued">
          {offSince
            ? `Off since ${offSince}. Every call gets an error that names the Data API's address.`
            : "Deprecated: the Data API replaces it. Turn it off once no system needs it."}
        </Text>
        <ErrorBanner
          title="The Collection API was not turned on"
          message={error?.message ?? null}
        />
        {callers.length === 0 ? (
          <Text as="p">None of your keys has called it.</Text>
        ) : (
          <ResponsiveTable
            inset
            caption="API keys that have called the Collection API"
            rows={callers}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "Key",
                leads: true,
                cell: ({ name, hint }) => (
                  <>
                    <Text as="span" fontWeight="semibold">
                      {name}
                    </Text>{" "}
                    <code>{hint}</code>
                  </>
                ),
              },
              { title: "Last call", cell: ({ lastCall }) => lastCall },
            ]}
          />
        )}
      </BlockStack>
      <TurnOffCollectionDialog open={isAsking} callers={callers} onClose={() => setAsking(false)} />
    </Card>
  );
}
