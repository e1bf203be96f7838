import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { Figure } from "../figure.tsx";
import type { PointsView } from "./program-view.ts";

/** All customers' points: what they hold now, and how it came and went. */
export function PointsFiguresCard({ points }: { points: PointsView | null }) {
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Points
          </Text>
          <Button variant="plain" url="/app/loyalty/liability">
            Month by month, and when they expire
          </Button>
        </InlineStack>
        {points ? (
          <>
            <div className="pn-figures">
              <Figure name="Outstanding" value={points.available} note="can be spent now" />
              <Figure name="Pending" value={points.pending} note="until return windows are over" />
              <Figure name="Owed" value={points.owed} note="taken back after they were spent" />
            </div>
            <ResponsiveTable
              caption="Points of all customers, by what became of them"
              rows={points.flows}
              rowKey={({ title }) => title}
              columns={COLUMNS}
              inset
            />
            <Text as="p" tone="subdued" variant="bodySm">
              Pending points are counted as earned once they can be spent.
            </Text>
          </>
        ) : (
          <Text as="p">These figures could not be read. Reload the page in a moment.</Text>
        )}
      </BlockStack>
    </Card>
  );
}

const COLUMNS: TableColumn<PointsView["flows"][number]>[] = [
  { title: "Points", leads: true, cell: ({ title }) => title },
  { title: "Last 30 days", atEnd: true, cell: ({ recent }) => recent },
  { title: "Total", atEnd: true, cell: ({ ever }) => ever },
];
