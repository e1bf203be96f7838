import { Link } from "@remix-run/react";
import { BlockStack, Box, Card, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { RULES } from "../rules/status-words.ts";
import type { RuleCostView } from "./program-view.ts";

/** What each rule gave in the last 30 days, and what its coupons took off orders. */
export function CostsCard({ costs }: { costs: readonly RuleCostView[] | null }) {
  return (
    <Card padding="0">
      <Box padding="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Rewards of the last 30 days
          </Text>
          <Text as="p" tone="subdued">
            {costs === null
              ? "These figures could not be read. Reload the page in a moment."
              : costs.length === 0
                ? "No rule has given anything in this time."
                : "Without what was taken back. A coupon costs something only when an order uses it."}
          </Text>
        </BlockStack>
      </Box>
      {costs !== null && costs.length > 0 && (
        <ResponsiveTable
          caption="Rewards given in the last 30 days, by rule"
          rows={costs}
          rowKey={({ id }) => id}
          columns={COLUMNS}
        />
      )}
    </Card>
  );
}

const COLUMNS: TableColumn<RuleCostView>[] = [
  {
    title: "Rule",
    leads: true,
    cell: ({ id, name }) => <Link to={`${RULES}/${id}`}>{name}</Link>,
  },
  { title: "Rewards", atEnd: true, cell: ({ rewards }) => rewards },
  { title: "Given", cell: ({ gave }) => gave },
  { title: "Taken off orders", atEnd: true, cell: ({ used }) => used },
];
