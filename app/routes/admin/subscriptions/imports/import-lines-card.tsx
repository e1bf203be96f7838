import { Link } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  Text,
} from "@shopify/polaris";
import type { ImportLineChoice } from "#app/domain/contract-imports/get-import.ts";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { ImportLineView, ImportView } from "./import-view.ts";

const CHOICES: Readonly<Record<ImportLineChoice, string>> = {
  all: "All lines",
  problems: "With problems",
};

/** The lines of an import, each with what it means, its problems and what became of it. */
export function ImportLinesCard({
  ofImport,
  only,
  lines,
  isFirstPage,
  nextAfter,
}: {
  ofImport: ImportView;
  only: ImportLineChoice;
  lines: readonly ImportLineView[];
  isFirstPage: boolean;
  nextAfter: number | null;
}) {
  const here = `/app/subscriptions/imports/${ofImport.id}`;
  return (
    <Card padding="0">
      <Box padding="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Lines
          </Text>
          <nav className="pn-tabs" aria-label="Which lines">
            {Object.entries(CHOICES).map(([choice, label]) => (
              <Link
                key={choice}
                to={`${here}?show=${choice}`}
                preventScrollReset
                {...(choice === only && { "aria-current": "page" as const })}
              >
                {label}
              </Link>
            ))}
          </nav>
        </InlineStack>
        {lines.length === 0 && (
          <Text as="p" tone="subdued">
            {only === "problems" ? "No line has a problem." : "There are no more lines."}
          </Text>
        )}
      </Box>
      {lines.length > 0 && (
        <ResponsiveTable
          caption={`Lines of ${ofImport.name}`}
          rows={lines}
          rowKey={({ position }) => String(position)}
          columns={COLUMNS}
        />
      )}
      {(nextAfter !== null || !isFirstPage) && (
        <Box padding="400">
          <nav aria-label="Pages of lines">
            <InlineStack align="center">
              <ButtonGroup>
                {!isFirstPage && <Button url={`${here}?show=${only}`}>First lines</Button>}
                {nextAfter !== null && (
                  <Button url={`${here}?show=${only}&after=${nextAfter}`}>Next lines</Button>
                )}
              </ButtonGroup>
            </InlineStack>
          </nav>
        </Box>
      )}
    </Card>
  );
}

const COLUMNS: TableColumn<ImportLineView>[] = [
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
