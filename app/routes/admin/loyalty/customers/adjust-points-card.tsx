import { BlockStack, Box, Button, Card, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import {
  checkPointsAdjustment,
  MAX_REASON_LENGTH,
} from "#app/domain/loyalty/points/points-adjustment.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import type { Formats } from "#app/ui/format.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import {
  type AdjustmentQuestion,
  doubtOf,
  LargeAdjustmentDialog,
} from "../../large-adjustment.tsx";
import { pointsNumber } from "../loyalty-words.ts";
import { useAdjustPoints } from "./use-adjust-points.ts";

/** Adds to a customer's points or deducts, and says what there will be before it does. */
export function AdjustPointsCard({ customer }: { customer: { availablePoints: number } }) {
  const { fields, isSending, change, send, errorOf, trouble } = useAdjustPoints();
  const formats = useFormats();
  const [question, setQuestion] = useState<AdjustmentQuestion | null>(null);
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const asked = questionOf(fields, customer.availablePoints, formats);
          setQuestion(asked);
          if (!asked) send();
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
      <LargeAdjustmentDialog
        question={question}
        onClose={() => setQuestion(null)}
        onConfirm={() => {
          setQuestion(null);
          send();
        }}
      />
    </Card>
  );
}

const LARGE_POINTS = 10_000;

/** What is asked before it is sent; null where nothing is, or where the form is wrong and says so. */
function questionOf(
  fields: { points: string; reason: string },
  available: number,
  formats: Formats,
): AdjustmentQuestion | null {
  const checked = checkPointsAdjustment(fields);
  if (checked.problems) return null;
  const doubt = doubtOf(available, checked.points, LARGE_POINTS);
  if (!doubt) return null;
  const words = (points: number) => formats.count(points, "point");
  const typed = words(Math.abs(checked.points));
  const isGiven = checked.points > 0;
  const taken = words(Math.min(available, -checked.points));
  return {
    title: isGiven ? `Give ${typed}?` : `Take ${taken}?`,
    why: {
      takes_more: `You typed ${typed}, and the customer has ${words(available)}. All of them are taken.`,
      takes_all: "This takes all of the points that the customer has.",
      large: `${typed} are many. Check that no digit is too many and no sign is missing.`,
    }[doubt],
    confirm: isGiven ? `Give ${typed}` : `Take ${taken}`,
    before: pointsNumber(available, formats),
    after: pointsNumber(Math.max(0, available + checked.points), formats),
  };
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
