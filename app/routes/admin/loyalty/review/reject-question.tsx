import { BlockStack, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { MAX_DECISION_REASON } from "#app/domain/loyalty/triggers/decision-reason.ts";
import { Question } from "#app/ui/question.tsx";
import type { FormError } from "#app/ui/use-form-request.ts";

/** Asks why something is rejected, and says what comes of it. */
export function RejectQuestion({
  open,
  what,
  children,
  help,
  isSending,
  error,
  onClose,
  onReject,
}: {
  open: boolean;
  /** "receipt". */
  what: string;
  /** What comes of it. */
  children: string;
  /** Who reads the reason. */
  help: string;
  isSending: boolean;
  error: FormError | null;
  onClose: () => void;
  onReject: (reason: string) => void;
}) {
  const [reason, setReason] = useState("");
  useEffect(() => {
    if (open) setReason("");
  }, [open]);
  const said = error?.fields.reason;
  return (
    <Question
      open={open}
      title={`Reject this ${what}?`}
      close="Go back"
      confirm={`Reject ${what}`}
      critical
      isSending={isSending}
      error={error && !said ? error.message : null}
      onClose={onClose}
      onConfirm={() => onReject(reason)}
    >
      <BlockStack gap="300">
        <Text as="p">{children}</Text>
        <TextField
          label="Reason"
          autoComplete="off"
          multiline={2}
          maxLength={MAX_DECISION_REASON}
          showCharacterCount
          value={reason}
          onChange={setReason}
          helpText={help}
          {...(said && { error: said.join(" ") })}
        />
      </BlockStack>
    </Question>
  );
}
