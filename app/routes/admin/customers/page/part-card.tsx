import { Link, useSearchParams } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** A part of the page that was read; null where it could not be. */
export interface PartPage<Row> {
  rows: readonly Row[];
  hasMore: boolean;
  /** Counted from 1; without it the part has no other page. */
  page?: number;
}

/** A part of a customer's page under its heading: its rows, or why there are none. */
export function PartCard<Row>({
  title,
  part,
  empty,
  pageName,
  action,
  children,
}: {
  title: string;
  part: PartPage<Row> | null;
  /** What is said where there are no rows. */
  empty: string;
  /** The name of the part's page in the address. */
  pageName?: string;
  action?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {action}
        </InlineStack>
        {part === null ? (
          <Text as="p" tone="critical">
            This part could not be read. Reload the page in a moment.
          </Text>
        ) : part.rows.length === 0 ? (
          <Text as="p" tone="subdued">
            {(part.page ?? 1) > 1 ? "There is nothing older." : empty}
          </Text>
        ) : (
          children(part.rows)
        )}
        {part !== null && pageName !== undefined && (
          <PartPages title={title} name={pageName} page={part.page ?? 1} hasMore={part.hasMore} />
        )}
      </BlockStack>
    </Card>
  );
}

/** The way to older rows of a part and back. The other parts stay where they are. */
function PartPages({
  title,
  name,
  page,
  hasMore,
}: {
  title: string;
  name: string;
  page: number;
  hasMore: boolean;
}) {
  const [params] = useSearchParams();
  if (page === 1 && !hasMore) return null;
  const to = (other: number) => {
    const next = new URLSearchParams(params);
    if (other === 1) next.delete(name);
    else next.set(name, String(other));
    return `?${next}`;
  };
  return (
    <nav aria-label={`Pages: ${title}`}>
      <InlineStack gap="400">
        {page > 1 && (
          <Link to={to(page - 1)} preventScrollReset>
            Newer
          </Link>
        )}
        {hasMore && (
          <Link to={to(page + 1)} preventScrollReset>
            Older
          </Link>
        )}
      </InlineStack>
    </nav>
  );
}
