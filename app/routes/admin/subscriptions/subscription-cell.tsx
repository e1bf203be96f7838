import { Link } from "@remix-run/react";
import { BlockStack, Text } from "@shopify/polaris";
import { CustomerLink } from "../customers/customer-link.tsx";

/** What names a subscription in a list: its customer, who leads to their page, and what leads to the contract, as the row does. */
export function SubscriptionCell({
  id,
  customer,
  customerId,
  what,
}: {
  id: string;
  customer: string;
  /** Null where nobody is behind it. */
  customerId: string | null;
  /** The contract's number or its plan. */
  what: string;
}) {
  return (
    <BlockStack>
      <span className="pn-above-row">
        <CustomerLink id={customerId} name={customer} />
      </span>
      <Text as="span" variant="bodySm">
        <Link to={`/app/subscriptions/${id}`} aria-label={`${what}, ${customer}`}>
          {what}
        </Link>
      </Text>
    </BlockStack>
  );
}
