import { Banner, BlockStack, Card, Text } from "@shopify/polaris";
import type { PriceChangePreview } from "#app/domain/price-changes/preview-price-change.ts";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { useFormats } from "#app/ui/use-formats.ts";

/** Who subscribes now, by what they pay. */
export function AffectedCard({
  preview,
  currency,
  newPriceOf,
}: {
  preview: PriceChangePreview;
  currency: string;
  /** Of one piece; null where the form names the new price itself. */
  newPriceOf: ((minor: number) => number | null) | null;
}) {
  const formats = useFormats();
  const { total, paused, withoutEmail, withSteps, leftOut, inOtherCurrencies, prices } = preview;
  if (total + inOtherCurrencies === 0) {
    return (
      <Banner tone="info" title="Nobody subscribes to this plan now">
        <p>New subscribers pay what the plan says. Change that in its plan group.</p>
      </Banner>
    );
  }
  const rows = prices.map(({ priceMinor, pieces, count }) => {
    const after = sumAfter(pieces, newPriceOf);
    return {
      key: JSON.stringify(pieces),
      now: formats.money(priceMinor, currency),
      later: after === null ? "" : formats.money(after, currency),
      count: formats.count(count, "subscriber"),
    };
  });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {formats.count(total, "subscriber")}
        </Text>
        <BlockStack gap="100">
          {paused > 0 && (
            <Text as="p">{`${formats.count(paused, "is", "are")} paused: told now, changed when they resume.`}</Text>
          )}
          {withoutEmail > 0 && (
            <Text as="p">{`${formats.count(withoutEmail, "has", "have")} no email address, and keep their price where it would rise, and their terms.`}</Text>
          )}
          {withSteps > 0 && (
            <Text as="p">{`${formats.count(withSteps, "pays", "pay")} less for the first charges: the new price comes after those.`}</Text>
          )}
          {inOtherCurrencies > 0 && (
            <Text as="p">{`${formats.count(inOtherCurrencies, "more pays", "more pay")} in another currency than ${currency}: this change leaves them out.`}</Text>
          )}
          {leftOut > 0 && (
            <Text as="p">{`${formats.count(leftOut, "has", "have")} not got the old price back from the price change that was stopped before, and keep that: this change leaves them out.`}</Text>
          )}
        </BlockStack>
        {rows.length > 0 && (
          <ResponsiveTable
            inset
            caption="What they pay now"
            rows={rows}
            rowKey={({ key }) => key}
            columns={[
              { title: "Pays now", leads: true, cell: ({ now }) => now },
              ...(newPriceOf
                ? [{ title: "Will pay", cell: ({ later }: { later: string }) => later }]
                : []),
              { title: "Subscribers", cell: ({ count }) => count },
            ]}
          />
        )}
      </BlockStack>
    </Card>
  );
}

/** Each piece is rounded, as it will be charged. */
function sumAfter(
  pieces: PriceChangePreview["prices"][number]["pieces"],
  newPriceOf: ((minor: number) => number | null) | null,
): number | null {
  let sum = 0;
  for (const { priceMinor, quantity } of pieces) {
    const after = newPriceOf?.(priceMinor) ?? null;
    if (after === null) return null;
    sum += after * quantity;
  }
  return sum;
}
