import { Badge, Box, Card, Text } from "@shopify/polaris";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { BulkGrantView } from "./bulk-grant-view.ts";

/** The latest bulk grants, with the progress of those still running. */
export function BulkGrantsCard({ grants }: { grants: readonly BulkGrantView[] }) {
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          Latest grants
        </Text>
      </Box>
      <ResponsiveTable
        caption="Grants to plans, newest first"
        rows={grants}
        rowKey={({ id }) => id}
        columns={COLUMNS}
      />
    </Card>
  );
}

const COLUMNS: TableColumn<BulkGrantView>[] = [
  { title: "Plan", leads: true, cell: ({ plan }) => plan },
  { title: "Reason", cell: ({ reason }) => reason },
  { title: "Each", cell: ({ amount }) => amount, atEnd: true },
  {
    title: "Members",
    cell: ({ isAtWork, granted, members, plan }) =>
      isAtWork ? (
        <Progress done={granted} of={members} what={`Grant to ${plan}`} />
      ) : (
        <span>
          {granted} <Badge tone="success">Done</Badge>
        </span>
      ),
  },
  { title: "Total", cell: ({ total }) => total, atEnd: true },
  { title: "Until", cell: ({ until }) => until },
  { title: "When", cell: ({ at }) => at },
  { title: "By", cell: ({ by }) => by },
];
