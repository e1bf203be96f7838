import { Link } from "@remix-run/react";
import { Box, Card, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";

export interface WrittenOffView {
  id: string;
  customerId: string;
  order: string;
  amount: string;
  shortfall: string;
  at: string;
}

/** Orders whose credit was no longer there when they arrived. */
export function WrittenOffCard({
  writtenOff: { count, latest },
}: {
  writtenOff: { count: number; latest: readonly WrittenOffView[] };
}) {
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          {latest.length < count ? `Written off, the latest ${latest.length}` : "Written off"}
        </Text>
      </Box>
      <ResponsiveTable
        caption="Orders that used more credit than was left"
        rows={latest}
        rowKey={({ id }) => id}
        columns={COLUMNS}
      />
    </Card>
  );
}

const COLUMNS: TableColumn<WrittenOffView>[] = [
  {
    title: "Order",
    leads: true,
    cell: ({ order, customerId }) => (
      <Link to={`/app/store-credit/customers/${customerId}`}>{order}</Link>
    ),
  },
  { title: "Arrived", cell: ({ at }) => at },
  { title: "Code was for", cell: ({ amount }) => amount, atEnd: true },
  { title: "Written off", cell: ({ shortfall }) => shortfall, atEnd: true },
];
