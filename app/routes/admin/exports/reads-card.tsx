import { BlockStack, Card, Text } from "@shopify/polaris";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import type { ExportReadView } from "./export-view.ts";

/** Who reads the exports, and how far they have come. */
export function ReadsCard({ reads }: { reads: readonly ExportReadView[] }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Who reads them
        </Text>
        {reads.length === 0 ? (
          <Text as="p" tone="subdued">
            No key has read an export yet.
          </Text>
        ) : (
          <ResponsiveTable
            inset
            caption="Reads of exports by API key, the latest first"
            rows={reads}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "Key",
                leads: true,
                cell: ({ key, hint }) => (
                  <span>
                    <Text as="span" fontWeight="semibold">
                      {key}
                    </Text>{" "}
                    <code>{hint}</code>
                  </span>
                ),
              },
              { title: "Data", cell: ({ title }) => title },
              { title: "Last read", cell: ({ lastRead }) => lastRead },
              { title: "Progress", cell: ({ reached }) => reached },
            ]}
          />
        )}
      </BlockStack>
    </Card>
  );
}
