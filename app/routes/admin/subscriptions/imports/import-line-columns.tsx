import { Link } from "@remix-run/react";
import { BlockStack, Text } from "@shopify/polaris";
import type { ImportLineChoice } from "#app/domain/contract-imports/get-import.ts";
import type { LineChoices } from "#app/ui/files/file-lines-card.tsx";
import { resultColumn } from "#app/ui/files/line-columns.tsx";
import type { TableColumn } from "#app/ui/responsive-table.tsx";
import type { ImportLineView } from "./import-view.ts";

export const LINE_CHOICES: LineChoices<ImportLineChoice> = {
  all: { label: "All lines", none: "There are no more lines." },
  problems: { label: "With problems", none: "No line has a problem." },
};

export const LINE_COLUMNS: TableColumn<ImportLineView>[] = [
  {
    title: "Line",
    leads: true,
    cell: ({ line, externalId, customer, url }) => (
      <BlockStack gap="050">
        <Text as="span" variant="bodySm" tone="subdued" breakWord>
          {`Line ${line} · ${externalId}`}
        </Text>
        {url ? <Link to={url}>{customer}</Link> : <span>{customer}</span>}
      </BlockStack>
    ),
  },
  {
    title: "Plan",
    cell: ({ plan, product }) => (
      <BlockStack gap="050">
        <span>{plan}</span>
        <Text as="span" variant="bodySm" tone="subdued">
          {product}
        </Text>
      </BlockStack>
    ),
  },
  { title: "Price", cell: ({ price }) => price, atEnd: true },
  { title: "Next charge", cell: ({ next }) => next },
  { title: "Began", cell: ({ started }) => started },
  resultColumn,
];
