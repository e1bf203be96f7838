import { Badge, Box, Card, Text } from "@shopify/polaris";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { PlanGrantView } from "./plan-grant-view.ts";

/** What was given to plans lately, and how far what is at work has come. */
export function PlanGrantsCard({ grants }: { grants: readonly PlanGrantView[] }) {
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

const COLUMNS: TableColumn<PlanGrantView>[] = [
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
