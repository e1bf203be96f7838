import { useSearchParams } from "@remix-run/react";
import { Button, ButtonGroup, InlineStack, Text } from "@shopify/polaris";

export interface PageLinksProps {
  /** The list's address, without its filters. */
  url: string;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  total: number;
  /** "1–25 of 126", in the staff member's locale. */
  range: string;
}

/** The way to the neighboring pages, with the filters of the address, and where the merchant is. */
export function PageLinks({ url, page, pageSize, total, range }: PageLinksProps) {
  const [searchParams] = useSearchParams();
  if (total === 0) return null;
  const urlOf = (other: number) => {
    const next = new URLSearchParams(searchParams);
    next.set("page", String(other));
    return `${url}?${next}`;
  };
  return (
    <nav aria-label="Pages">
      <InlineStack align="center" blockAlign="center" gap="300">
        <ButtonGroup>
          {page > 1 && <Button url={urlOf(page - 1)}>Previous</Button>}
          {page * pageSize < total && <Button url={urlOf(page + 1)}>Next</Button>}
        </ButtonGroup>
        <Text as="span" tone="subdued">
          {range}
        </Text>
      </InlineStack>
    </nav>
  );
}
