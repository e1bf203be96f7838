import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { CreditAgeView } from "./credit-report-view.ts";

/** Available credit by how soon it ends. Null: could not be read. */
export function AgeingCard({ ages }: { ages: readonly CreditAgeView[] | null }) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            When it expires
          </Text>
          <Button variant="plain" url="/app/store-credit/customers?holding=expiring">
            Customers whose credit ends within 30 days
          </Button>
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
