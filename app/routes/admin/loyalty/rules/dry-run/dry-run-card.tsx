import { BlockStack, Box, Button, Card, Text } from "@shopify/polaris";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Progress } from "#app/ui/progress.tsx";
import type { DryRunState } from "./use-dry-run.ts";

/** What the rule as it is typed would have given over the store's past. Nothing is saved, and nobody gets anything. */
export function DryRunCard({ dryRun }: { dryRun: DryRunState }) {
  const { run, trouble, error, isAtWork, isStarted, isOld, start } = dryRun;
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Dry run
          </Text>
          <Text as="p" tone="subdued">
            Counts this rule, as it is typed, over the last 12 months of your store, as if it had
            been active since then. Nothing is saved, and nobody gets anything.
          </Text>
        </BlockStack>
        <ErrorBanner title="The dry run was not started" message={error?.message ?? null} />
        <div role="status">
          <BlockStack gap="200">
            {run && !run.isDone && (
              <Progress done={run.seen} of={run.total} what="Customers counted" />
            )}
            {run?.isDone && (
              <>
                <Facts
                  facts={[
                    ["Last month", run.month],
                    ["Last 12 months", run.year],
                  ]}
                />
                <Text as="p" tone="subdued" variant="bodySm">
                  {isOld
                    ? "You have changed the rule since. Run it again for what it would give now."
                    : `Last month is since ${run.since.month}, 12 months since ${run.since.year}.`}
                </Text>
              </>
            )}
            {trouble && <Text as="p">{trouble}</Text>}
          </BlockStack>
        </div>
        <Box>
          <Button loading={isAtWork} onClick={start}>
            {isStarted ? "Run again" : "Run over the past"}
          </Button>
        </Box>
      </BlockStack>
    </Card>
  );
}
