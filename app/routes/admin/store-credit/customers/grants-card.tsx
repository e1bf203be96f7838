import { Box, Card, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { GrantRow } from "./credit-customer-view.ts";

/** What a customer's credit is made of, in the order in which it will be spent. */
export function GrantsCard({ grants, hasMore }: { grants: readonly GrantRow[]; hasMore: boolean }) {
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          Breakdown
        </Text>
        <Text as="p" tone="subdued">
          {grants.length === 0
            ? "There is no credit to spend."
            : hasMore
              ? `The next ${grants.length} to be spent, soonest to expire first. There are more.`
              : "Spent from the top: what expires soonest goes first."}
        </Text>
      </Box>
      {grants.length > 0 && (
        <ResponsiveTable
          caption="Grants with what is left of them, soonest to expire first"
          rows={grants}
          rowKey={({ id }) => id}
          columns={COLUMNS}
        />
      )}
    </Card>
  );
}

const COLUMNS: TableColumn<GrantRow>[] = [
  { title: "From", leads: true, cell: ({ from, plan }) => (plan ? `${from} (${plan})` : from) },
  { title: "Given", cell: ({ granted }) => granted },
  { title: "Until", cell: ({ until }) => until },
  { title: "Left", cell: ({ left, of }) => (left === of ? left : `${left} of ${of}`), atEnd: true },
];
