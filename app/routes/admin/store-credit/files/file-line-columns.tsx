import { Link } from "@remix-run/react";
import { Badge, BlockStack, Text } from "@shopify/polaris";
import type { CreditLineChoice } from "#app/domain/store-credit/files/list-credit-file-lines.ts";
import type { LineChoices } from "#app/ui/file-lines-card.tsx";
import type { TableColumn } from "#app/ui/responsive-table.tsx";
import type { CreditFileLineView } from "./credit-file-view.ts";

export const LINE_CHOICES: LineChoices<CreditLineChoice> = {
  all: { label: "All lines", none: "There are no more lines." },
  problems: { label: "With problems", none: "No line has a problem." },
  notices: { label: "Needs review", none: "There is nothing to look at." },
};

export const LINE_COLUMNS: TableColumn<CreditFileLineView>[] = [
  {
    title: "Line",
    leads: true,
    cell: ({ line, customer, customerUrl }) => (
      <BlockStack gap="050">
        <Text as="span" variant="bodySm" tone="subdued">
          {`Line ${line}`}
        </Text>
        {customerUrl ? <Link to={customerUrl}>{customer}</Link> : <span>{customer}</span>}
      </BlockStack>
    ),
  },
  {
    title: "Amount",
    cell: ({ amount, expires }) => (
      <BlockStack gap="050">
        <span>{amount || "–"}</span>
        {expires && (
          <Text as="span" variant="bodySm" tone="subdued">
            {`until ${expires}`}
          </Text>
        )}
      </BlockStack>
    ),
    atEnd: true,
  },
  { title: "Type", cell: ({ type }) => type || "–" },
  { title: "Reason", cell: ({ reason }) => reason || "–" },
  {
    title: "Result",
    cell: ({ tone, word, notes }) => (
      <BlockStack gap="050" inlineAlign="start">
        <Badge {...(tone !== "plain" && { tone })}>{word}</Badge>
        {notes.map((note) => (
          <Text key={note} as="span" variant="bodySm" breakWord>
            {note}
          </Text>
        ))}
      </BlockStack>
    ),
  },
];
