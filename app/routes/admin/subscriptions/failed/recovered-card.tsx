import { BlockStack, Card, Text } from "@shopify/polaris";
import type { RecoveredRevenue } from "#app/domain/billing/past-due/read-recovered.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";

const DAYS = 30;

/** The period that the card is about. */
export function recentDays({ clock, shop }: Pick<ShopContext, "clock" | "shop">): {
  from: Date;
  to: Date;
} {
  const to = clock.now();
  return { from: addDays(to, -DAYS, shop.ianaTimezone), to };
}

/** One currency's sum, and what was paid back of it. */
interface RecoveredWords {
  sum: string;
  charges: string;
  refunded: string | null;
}

export function describeRecovered(
  { currency, charges, amountMinor, refundedMinor }: RecoveredRevenue,
  formats: Formats,
): RecoveredWords {
  return {
    sum: formats.money(amountMinor, currency),
    charges: formats.count(charges, "charge"),
    refunded: refundedMinor > 0 ? formats.money(refundedMinor, currency) : null,
  };
}

/** What came in after it had failed. */
export function RecoveredCard({ sums }: { sums: RecoveredWords[] }) {
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">
          Recovered in the last {DAYS} days
        </Text>
        {sums.map(({ sum, charges, refunded }) => (
          <BlockStack key={sum}>
            <Text as="p" variant="headingLg">
              {sum}
            </Text>
            <Text as="p" tone="subdued">
              {charges} paid after a failure
              {refunded === null ? "" : `. Refunded since: ${refunded}`}
            </Text>
          </BlockStack>
        ))}
      </BlockStack>
    </Card>
  );
}
