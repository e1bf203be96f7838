import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { AgeView } from "./period-view.ts";

/** What is available by how soon it ends, with a way to those whose it is. Null: could not be read. */
export function AgeingCard({
  title,
  ages,
  list,
}: {
  title: string;
  ages: readonly AgeView[] | null;
  list?: { label: string; url: string };
}) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {list && (
            <Button variant="plain" url={list.url}>
              {list.label}
            </Button>
          )}
        </InlineStack>
        {ages === null ? (
          <Text as="p" tone="critical">
            This could not be read. Reload the page to try again.
          </Text>
        ) : (
          <dl className="pn-ages">
            {ages.map(({ band, label, amount, customers, share }) => (
              <div key={band}>
                <dt>{label}</dt>
                <dd>
                  <span className="pn-age-bar" aria-hidden="true">
                    <span style={{ inlineSize: `${share}%` }} />
                  </span>
                  <span className="pn-age-amount">{amount}</span>
                  <span className="pn-age-who">
                    {customers === null ? `${share}%` : `${share}% · ${customers}`}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </BlockStack>
    </Card>
  );
}
