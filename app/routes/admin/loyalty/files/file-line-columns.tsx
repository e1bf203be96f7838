import { Link } from "@remix-run/react";
import { Badge, BlockStack, Text } from "@shopify/polaris";
import type { LoyaltyLineChoice } from "#app/domain/loyalty/files/read-loyalty-files.ts";
import type { LineChoices } from "#app/ui/file-lines-card.tsx";
import type { TableColumn } from "#app/ui/responsive-table.tsx";
import type { LoyaltyFileLineView } from "./loyalty-file-view.ts";

export const LINE_CHOICES: LineChoices<LoyaltyLineChoice> = {
  all: { label: "All lines", none: "There are no more lines." },
  problems: { label: "With problems", none: "No line has a problem." },
};

export const LINE_COLUMNS: TableColumn<LoyaltyFileLineView>[] = [
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
    title: "Points",
    cell: ({ points, expires }) => (
      <BlockStack gap="050">
        <span>{points || "–"}</span>
        {expires && (
          <Text as="span" variant="bodySm" tone="subdued">
            {`until ${expires}`}
          </Text>
        )}
      </BlockStack>
    ),
    atEnd: true,
  },
  { title: "Tier", cell: ({ tier }) => tier || "–" },
  { title: "Reason", cell: ({ reason }) => reason || "–" },
  {
    title: "Result",
    cell: ({ tone, word, problems }) => (
      <BlockStack gap="050" inlineAlign="start">
        <Badge {...(tone !== "plain" && { tone })}>{word}</Badge>
        {problems.map((problem) => (
          <Text key={problem} as="span" variant="bodySm" breakWord>
            {problem}
          </Text>
        ))}
      </BlockStack>
    ),
  },
];
