import { BlockStack, Card, Text } from "@shopify/polaris";
import { Timeline, type TimelineEntry } from "#app/ui/timeline.tsx";

/** The store's latest changes. Null: they could not be read. */
export function ActivityCard({ entries }: { entries: readonly TimelineEntry[] | null }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Recent activity
        </Text>
        {entries === null && (
          <Text as="p" tone="critical">
            The timeline could not be read. Reload the page to try again.
          </Text>
        )}
        {entries?.length === 0 && (
          <Text as="p" tone="subdued">
            Every change is listed here, with who made it and when. Nothing has happened yet.
          </Text>
        )}
        {entries && entries.length > 0 && <Timeline entries={entries} />}
      </BlockStack>
    </Card>
  );
}
