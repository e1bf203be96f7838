import { BlockStack, Card, Text } from "@shopify/polaris";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import type { FiguresView } from "./overview-views.ts";

/** Saved and lost subscribers. Null: could not be read. Blank: no flow has begun yet. */
export function RetentionCard({ report }: { report: FiguresView | "blank" | null }) {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {report && report !== "blank" ? `Retention, last ${report.days} days` : "Retention"}
        </Text>
        {report === null && (
          <Text as="p" tone="critical">
            These figures could not be read. Reload the page to try again.
          </Text>
        )}
        {report === "blank" && (
          <Text as="p" tone="subdued">
            Figures appear when the first shopper presses “Cancel membership” on your storefront.
          </Text>
        )}
        {report && report !== "blank" && <Figures report={report} />}
      </BlockStack>
    </Card>
  );
}

function Figures({ report }: { report: FiguresView }) {
  return (
    <>
      <div className="pn-figures">
        {report.figures.map(({ name, value, trend }) => (
          <BlockStack key={name} gap="050">
            <Text as="h3" variant="bodySm" tone="subdued">
              {name}
            </Text>
            <Text as="p" variant="headingXl">
              {value}
            </Text>
            {trend && (
              <Text as="p" variant="bodySm" tone="subdued">
                {trend}
              </Text>
            )}
          </BlockStack>
        ))}
      </div>
      {report.byReason.length > 0 && (
        <ResponsiveTable
          inset
          caption="Saved and lost by reason"
          rowKey={(row) => row.id}
          rows={report.byReason}
          columns={[
            { title: "Reason", cell: (row) => row.title, leads: true },
            { title: "Saved", cell: (row) => row.saved, atEnd: true },
            { title: "Lost", cell: (row) => row.cancelled, atEnd: true },
          ]}
        />
      )}
    </>
  );
}
