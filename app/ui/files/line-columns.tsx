import { Link } from "@remix-run/react";
import { Badge, BlockStack, Text } from "@shopify/polaris";
import type { TableColumn } from "../responsive-table.tsx";

/** What the lines of all uploaded files show. */
export interface FileLineView {
  line: number;
  customer: string;
  /** Where the customer's own page is, if there is one. */
  customerUrl: string | null;
  tone: "critical" | "attention" | "success" | "plain";
  word: string;
  /** Problems, notices and what came of it. */
  notes: readonly string[];
}

/** A line's number and its customer. */
export const lineColumn: TableColumn<FileLineView> = {
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
};

/** What a line gives, and until when it can be used. */
export function givenColumn<L extends { expires: string | null }>(
  title: string,
  given: (line: L) => string,
): TableColumn<L> {
  return {
    title,
    cell: (line) => (
      <BlockStack gap="050">
        <span>{given(line) || "–"}</span>
        {line.expires && (
          <Text as="span" variant="bodySm" tone="subdued">
            {`until ${line.expires}`}
          </Text>
        )}
      </BlockStack>
    ),
    atEnd: true,
  };
}

/** What is wrong with a line, or what came of it. */
export const resultColumn: TableColumn<Pick<FileLineView, "tone" | "word" | "notes">> = {
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
};
