import { BlockStack, Box, Button, Card, Text, TextField } from "@shopify/polaris";
import {
  checkPointsAdjustment,
  MAX_REASON_LENGTH,
} from "#app/domain/loyalty/points/points-adjustment.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import type { Formats } from "#app/ui/format.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { pointsNumber } from "../loyalty-words.ts";
import { useAdjustPoints } from "./use-adjust-points.ts";

/** Adds to a customer's points or deducts, and says what there will be before it does. */
export function AdjustPointsCard({ customer }: { customer: { availablePoints: number } }) {
  const { fields, isSending, change, send, errorOf, trouble } = useAdjustPoints();
  const formats = useFormats();
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Adjust points
          </Text>
          <ErrorBanner title={trouble?.title ?? ""} message={trouble?.message ?? null} />
          <div className="pn-pair">
            <TextField
              label="Points"
              autoComplete="off"
              placeholder="100 or -50"
              value={fields.points}
              onChange={(points) => change({ points })}
              {...errorOf("points")}
            />
            <TextField
              label="Reason"
              autoComplete="off"
              maxLength={MAX_REASON_LENGTH}
              helpText="Shown in the customer's history"
              value={fields.reason}
              onChange={(reason) => change({ reason })}
              {...errorOf("reason")}
            />
          </div>
          <p className="pn-outcome" aria-live="polite">
            {describeOutcome(fields.points, customer.availablePoints, formats)}
          </p>
          <Box>
            <Button submit variant="primary" loading={isSending}>
              Adjust points
            </Button>
          </Box>
        </BlockStack>
      </form>
    </Card>
  );
}

/** What there is now, and what there would be. */
function describeOutcome(typed: string, available: number, formats: Formats): string {
  const now = `Balance ${pointsNumber(available, formats)}.`;
  const checked = checkPointsAdjustment({ points: typed, reason: "-" });
  if (checked.problems) return now;
  const after = available + checked.points;
  if (after >= 0) return `${now} This leaves ${pointsNumber(after, formats)}.`;
  return available === 0
    ? `${now} There is nothing to deduct.`
    : `${now} This deducts all of it and leaves 0.`;
}
