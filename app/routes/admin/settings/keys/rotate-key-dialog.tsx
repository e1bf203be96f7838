import { BlockStack, Button, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { SettingsOutcome } from "../settings-action.ts";
import type { KeyView } from "./key-view.ts";
import type { NewSecret } from "./secret-dialog.tsx";

const OVERLAPS = [
  { label: "Not at all: the old key stops now", value: "0" },
  { label: "1 hour", value: "1" },
  { label: "24 hours", value: "24" },
  { label: "48 hours", value: "48" },
  { label: "72 hours", value: "72" },
];

/** Replaces a key, with time for the system that uses it to change over. */
export function RotateKeyDialog({
  keyToRotate,
  onClose,
  onRotated,
}: {
  keyToRotate: KeyView | null;
  onClose: () => void;
  onRotated: (secret: NewSecret) => void;
}) {
  const [overlapHours, setOverlapHours] = useState("24");
  const { send, isSending, error, dismissError } = useFormRequest<SettingsOutcome>((data) => {
    if (data.outcome === "created") onRotated(data);
  });
  const close = () => {
    dismissError();
    onClose();
  };
  const rotate = () => {
    if (!keyToRotate) return;
    send({ intent: "rotate-key", keyId: keyToRotate.id, overlapHours: Number(overlapHours) });
  };
  return (
    <Dialog
      open={keyToRotate !== null}
      title={keyToRotate ? `Rotate “${keyToRotate.name}”?` : ""}
      onClose={close}
      actions={
        <>
          <Button disabled={isSending} onClick={close}>
            Cancel
          </Button>
          <Button variant="primary" loading={isSending} onClick={rotate}>
            Rotate key
          </Button>
        </>
      }
    >
      <BlockStack gap="300">
        <ErrorBanner title="The key was not rotated" message={error?.message ?? null} />
        <Text as="p">
          You get a new key with the same name and scopes. Put it where {keyToRotate?.hint} is used
          now, before the old one stops.
        </Text>
        <Select
          label="The old key goes on working for"
          options={OVERLAPS}
          value={overlapHours}
          onChange={setOverlapHours}
        />
      </BlockStack>
    </Dialog>
  );
}
