import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { Figure } from "../../loyalty/figure.tsx";
import type { BalancesView } from "./customer-view.ts";

/** What the customer holds, and where it is adjusted. */
export function BalancesCard({
  balances,
  customerId,
  isErased,
}: {
  balances: BalancesView | null;
  customerId: string;
  isErased: boolean;
}) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Credit and points
        </Text>
        {balances === null ? (
          <Text as="p" tone="critical">
            This part could not be read. Reload the page in a moment.
          </Text>
        ) : (
          <div className="pn-figures">
            <Figure name="Store credit" value={balances.credit} note={balances.held} />
            <Figure name="Points" value={balances.points} note={balances.pending} />
            <Figure name="Tier" value={balances.tier} note="in the loyalty program" />
          </div>
        )}
        {balances !== null && (
          <Text as="p" tone="subdued">
            {balances.creditExpiry}.
          </Text>
        )}
        <InlineStack gap="200">
          <Button url={`/app/store-credit/customers/${customerId}`}>
            {isErased ? "Show credit" : "Adjust credit"}
          </Button>
          <Button url={`/app/loyalty/customers/${customerId}`}>
            {isErased ? "Show points" : "Adjust points"}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
