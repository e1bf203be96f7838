import { Link } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";

export interface SubscriberPrice {
  id: string;
  name: string;
  count: string;
  /** Its latest change of price; null for none. */
  latest: string | null;
}

/** Where the price of those who subscribe already is changed: what is saved above is for those who come. */
export function SubscriberPrices({ plans }: { plans: readonly SubscriberPrice[] }) {
  if (plans.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Prices of present subscribers
        </Text>
        <Text as="p" tone="subdued">
          What you save here is for new subscribers. Those who have a plan keep their price until
          you change it for them.
        </Text>
        {plans.map(({ id, name, count, latest }) => (
          <InlineStack key={id} gap="300">
            <Text as="span">{`${name}: ${count}`}</Text>
            <Link
              to={`/app/plans/price-changes/new?plan=${id}`}
              aria-label={`Change the price of ${name}`}
            >
              Change their price
            </Link>
            {latest !== null && (
              <Link
                to={`/app/plans/price-changes/${latest}`}
                aria-label={`Latest price change of ${name}`}
              >
                Latest change
              </Link>
            )}
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
