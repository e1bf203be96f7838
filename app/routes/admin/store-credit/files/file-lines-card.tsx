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
import type { CreditLineChoice } from "#app/domain/store-credit/files/list-credit-file-lines.ts";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { CreditFileLineView, CreditFileView } from "./credit-file-view.ts";

const CHOICES: Readonly<Record<CreditLineChoice, string>> = {
  all: "All lines",
  problems: "With problems",
  notices: "Needs review",
};
const NONE: Readonly<Record<CreditLineChoice, string>> = {
  all: "There are no more lines.",
  problems: "No line has a problem.",
  notices: "There is nothing to look at.",
};

/** The lines of a file, each with its problems or its outcome. */
export function FileLinesCard({
  file,
  only,
  lines,
  isFirstPage,
  nextAfter,
}: {
  file: CreditFileView;
  only: CreditLineChoice;
  lines: readonly CreditFileLineView[];
  isFirstPage: boolean;
  nextAfter: number | null;
}) {
  const here = `/app/store-credit/files/${file.id}`;
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
            {NONE[only]}
          </Text>
        )}
      </Box>
      {lines.length > 0 && (
        <ResponsiveTable
          caption={`Lines of ${file.name}`}
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

const COLUMNS: TableColumn<CreditFileLineView>[] = [
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
