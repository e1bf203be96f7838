import { BlockStack, Card, Text } from "@shopify/polaris";
import { Figure } from "../figure.tsx";
import type { RepeatView } from "./program-view.ts";

/** Whether who redeems comes back more often than who could and does not. */
export function RepeatCard({ repeat }: { repeat: RepeatView | null }) {
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Who comes back
          </Text>
          <Text as="p" tone="subdued">
            {repeat === null
              ? "These figures could not be read. Reload the page in a moment."
              : repeat.isBlank
                ? "Figures appear once customers have had something to redeem for 90 days."
                : "Customers who order again within 90 days, of those who had points or a coupon to redeem in the year before these 90 days."}
          </Text>
        </BlockStack>
        {repeat && !repeat.isBlank && (
          <>
            <div className="pn-figures">
              <Figure
                name="Redeemed something"
                value={repeat.redeemed.rate}
                note={repeat.redeemed.note}
              />
              <Figure
                name="Could have, and did not"
                value={repeat.couldHave.rate}
                note={repeat.couldHave.note}
              />
            </div>
            <Text as="p" tone="subdued" variant="bodySm">
              Counted from the first redemption, or from the first points or coupon. Who likes your
              store redeems more, too: this compares the two, and proves nothing.
            </Text>
          </>
        )}
      </BlockStack>
    </Card>
  );
}
