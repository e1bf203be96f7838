import { Link } from "@remix-run/react";
import { Box, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import { ResponsiveTable, type TableColumn } from "../responsive-table.tsx";

/** Which lines of a file can be shown: their tab, and what is said where there are none. */
export type LineChoices<C extends string> = Readonly<Record<C, { label: string; none: string }>>;

interface FileLinesCardProps<C extends string, L extends { position: number }> {
  /** The address of the file's page. */
  url: string;
  fileName: string;
  choices: LineChoices<C>;
  only: C;
  lines: readonly L[];
  columns: TableColumn<L>[];
  isFirstPage: boolean;
  /** The position after which the next page begins; null on the last page. */
  nextAfter: number | null;
}

/** The lines of a file that a merchant has uploaded, page by page, all or some of them. */
export function FileLinesCard<C extends string, L extends { position: number }>({
  url,
  fileName,
  choices,
  only,
  lines,
  columns,
  isFirstPage,
  nextAfter,
}: FileLinesCardProps<C, L>) {
  return (
    <Card padding="0">
      <Box padding="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Lines
          </Text>
          <nav className="pn-tabs" aria-label="Which lines">
            {Object.entries<{ label: string }>(choices).map(([choice, { label }]) => (
              <Link
                key={choice}
                to={`${url}?show=${choice}`}
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
            {choices[only].none}
          </Text>
        )}
      </Box>
      {lines.length > 0 && (
        <ResponsiveTable
          caption={`Lines of ${fileName}`}
          rows={lines}
          rowKey={({ position }) => String(position)}
          columns={columns}
        />
      )}
      {(nextAfter !== null || !isFirstPage) && (
        <Box padding="400">
          <nav aria-label="Pages of lines">
            <InlineStack align="center">
              <ButtonGroup>
                {!isFirstPage && <Button url={`${url}?show=${only}`}>First lines</Button>}
                {nextAfter !== null && (
                  <Button url={`${url}?show=${only}&after=${nextAfter}`}>Next lines</Button>
                )}
              </ButtonGroup>
            </InlineStack>
          </nav>
        </Box>
      )}
    </Card>
  );
}
