import { Link } from "@remix-run/react";
import { BlockStack, Box, Card, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { CostsView } from "./program-view.ts";

/** What each rule, reward for points and tier gave in the last 30 days, what that cost, and the sum. */
export function CostsCard({ costs }: { costs: CostsView | null }) {
  // Of nothing there is a total, too.
  const isBlank = costs?.rows.length === 1;
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            What rewards cost in the last 30 days
          </Text>
          <Text as="p" tone="subdued">
            {costs === null
              ? "These figures could not be read. Reload the page in a moment."
              : isBlank
                ? "Nothing was given in this time."
                : "Store credit costs its amount when it is given, a coupon what it takes off orders of this time. Points cost nothing until they are redeemed: then they cost what was got for them."}
          </Text>
          {costs?.hasContracts && (
            <Text as="p" tone="subdued">
              What rewards on subscriptions take off renewals is not in these figures: an order does
              not say it.
            </Text>
          )}
        </BlockStack>
      </Box>
      {costs !== null && !isBlank && (
        <ResponsiveTable
          caption="Rewards given in the last 30 days and what they cost, by what gave them"
          rows={costs.rows}
          rowKey={({ key }) => key}
          columns={COLUMNS}
        />
      )}
    </Card>
  );
}

const COLUMNS: TableColumn<CostsView["rows"][number]>[] = [
  {
    title: "Given by",
    leads: true,
    cell: ({ name, url, key }) =>
      url ? (
        <Link to={url}>{name}</Link>
      ) : (
        <Text as="span" {...(key === "total" && { fontWeight: "semibold" })}>
          {name}
        </Text>
      ),
  },
  { title: "As", cell: ({ kind }) => kind },
  { title: "Rewards", atEnd: true, cell: ({ rewards }) => rewards },
  { title: "Given", cell: ({ gave }) => gave },
  { title: "Cost", atEnd: true, cell: ({ cost }) => cost },
];
