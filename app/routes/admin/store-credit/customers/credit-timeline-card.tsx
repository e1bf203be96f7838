import { Badge, BlockStack, Box, Card, InlineStack, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { CreditEntryView } from "./credit-customer-view.ts";

/** Everything that happened to a customer's credit, newest first: what, why, who, when. */
export function CreditTimelineCard({
  entries,
  isFirstPage,
}: {
  entries: readonly CreditEntryView[];
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
              ? "Nothing has happened to this customer's credit yet."
              : "There is nothing older."}
          </Text>
        )}
      </Box>
      {entries.length > 0 && (
        <ResponsiveTable
          caption="Entries of this customer's credit, newest first"
          rows={entries}
          rowKey={({ id }) => id}
          columns={COLUMNS}
        />
      )}
    </Card>
  );
}

const COLUMNS: TableColumn<CreditEntryView>[] = [
  {
    title: "What and why",
    leads: true,
    cell: (entry) => (
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <Text as="span">{entry.message}</Text>
          {entry.state === "on_hold" && <Badge tone="attention">Held</Badge>}
        </InlineStack>
        {[entry.reason, entry.stateNote, entry.writtenOff].map(
          (note) =>
            note && (
              <Text key={note} as="span" variant="bodySm" tone="subdued" breakWord>
                {note}
              </Text>
            ),
        )}
      </BlockStack>
    ),
  },
  { title: "Type", cell: ({ type }) => type },
  { title: "When", cell: ({ at }) => at },
  { title: "By", cell: ({ by }) => by },
  {
    title: "Amount",
    atEnd: true,
    cell: ({ amount, isGift, state }) => (
      <Text
        as="span"
        fontWeight="semibold"
        {...(isGift && { tone: "success" })}
        {...(state !== "posted" && { tone: "subdued" })}
      >
        {amount}
      </Text>
    ),
  },
  { title: "Total after", atEnd: true, cell: ({ totalAfter }) => totalAfter },
];
