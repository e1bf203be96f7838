import { Badge, BlockStack, Box, Card, InlineStack, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { PointsEntryView } from "./points-customer-view.ts";

/** Everything that happened to a customer's points, newest first: what, why, who, when. */
export function PointsTimelineCard({
  entries,
  isFirstPage,
}: {
  entries: readonly PointsEntryView[];
  isFirstPage: boolean;
}) {
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          {isFirstPage ? "Timeline" : "Timeline, older entries"}
        </Text>
        {entries.length === 0 && (
          <Text as="p" tone="subdued">
            {isFirstPage
              ? "Nothing has happened to this customer's points yet."
              : "There is nothing older."}
          </Text>
        )}
      </Box>
      {entries.length > 0 && (
        <ResponsiveTable
          caption="Entries of this customer's points, newest first"
          rows={entries}
          rowKey={({ id }) => id}
          columns={COLUMNS}
        />
      )}
    </Card>
  );
}

const COLUMNS: TableColumn<PointsEntryView>[] = [
  {
    title: "What and why",
    leads: true,
    cell: ({ message, reason, isPending }) => (
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <Text as="span">{message}</Text>
          {isPending && <Badge tone="attention">Pending</Badge>}
        </InlineStack>
        {reason && (
          <Text as="span" variant="bodySm" tone="subdued" breakWord>
            {reason}
          </Text>
        )}
      </BlockStack>
    ),
  },
  { title: "Type", cell: ({ type }) => type },
  { title: "When", cell: ({ at }) => at },
  { title: "By", cell: ({ by }) => by },
  {
    title: "Points",
    atEnd: true,
    cell: ({ points, isGift, isPending }) => (
      <Text
        as="span"
        fontWeight="semibold"
        {...(isGift && { tone: "success" })}
        {...(isPending && { tone: "subdued" })}
      >
        {points}
      </Text>
    ),
  },
  { title: "Total after", atEnd: true, cell: ({ totalAfter }) => totalAfter },
];
