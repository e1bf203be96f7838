import { BlockStack, Text } from "@shopify/polaris";
import { Question } from "#app/ui/question.tsx";

/** A failed charge that may be made again. */
export interface FailedCharge {
  attemptId: string;
  customer: string;
  amount: string;
  /** Why it failed, in a sentence. */
  failure: string;
  isFraud: boolean;
}

/** Asks before a failed charge is made again, with what it comes to and why it failed. */
export function ChargeQuestion({
  charge,
  isSending,
  error,
  onClose,
  onConfirm,
}: {
  charge: FailedCharge | null;
  isSending: boolean;
  error: string | null;
  onClose: () => void;
  onConfirm: (charge: FailedCharge) => void;
}) {
  return (
    <Question
      open={charge !== null}
      title={charge?.isFraud ? "Charge in spite of suspected fraud?" : "Charge now?"}
      confirm={`Charge ${charge?.amount}`}
      critical={charge?.isFraud ?? false}
      {...{ isSending, error, onClose }}
      onConfirm={() => charge && onConfirm(charge)}
    >
      <BlockStack gap="200">
        <Text as="p">{`${charge?.customer} is charged ${charge?.amount} again, now.`}</Text>
        <Text as="p">{`The last attempt failed: ${charge?.failure}`}</Text>
        {charge?.isFraud && (
          <Text as="p" fontWeight="semibold">
            The payment provider suspects fraud. Charge again only when you know that the customer
            wants this subscription: a disputed payment is taken back, and costs a fee.
          </Text>
        )}
      </BlockStack>
    </Question>
  );
}
