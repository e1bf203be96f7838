import { BlockStack, Button, Text } from "@shopify/polaris";
import { Dialog } from "#app/ui/dialog.tsx";
import { Facts } from "#app/ui/facts.tsx";

/** What is asked before a balance is changed by much. Amounts are written for people. */
export interface AdjustmentQuestion {
  title: string;
  why: string;
  confirm: string;
  before: string;
  after: string;
}

/**
 * Whether somebody may have typed a wrong number: it takes all there is, or more, or it moves a lot. Null for a change that is
 * made without a question, and for one that takes from nothing, which is refused.
 *
 * @param change what was typed, above or below 0.
 * @param large from so much on either way it is a lot.
 */
export function doubtOf(
  available: number,
  change: number,
  large: number,
): "takes_more" | "takes_all" | "large" | null {
  const isTaken = change < 0;
  if (isTaken && available <= 0) return null;
  if (isTaken && -change > available) return "takes_more";
  if (isTaken && -change === available) return "takes_all";
  return Math.abs(change) >= large ? "large" : null;
}

/** Asks once more, with the balance before and after. */
export function LargeAdjustmentDialog({
  question,
  onClose,
  onConfirm,
}: {
  question: AdjustmentQuestion | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      open={question !== null}
      title={question?.title ?? ""}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" tone="critical" onClick={onConfirm}>
            {question?.confirm ?? ""}
          </Button>
        </>
      }
    >
      <BlockStack gap="300">
        <Text as="p">{question?.why}</Text>
        <Facts
          facts={[
            ["Balance now", question?.before],
            ["Balance after", question?.after],
          ]}
        />
      </BlockStack>
    </Dialog>
  );
}
