import { BlockStack, Button, Select, Text } from "@shopify/polaris";
import { useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import type { KeyView } from "./key-view.ts";
import type { NewSecret } from "./secret-dialog.tsx";
import { useKeyForm } from "./use-key-form.ts";

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
  const { submit, busy, refusal, forget } = useKeyForm((data) => {
    if (data.outcome === "created") onRotated(data);
  });
  const close = () => {
    forget();
    onClose();
  };
  const rotate = () => {
    if (!keyToRotate) return;
    const form = new FormData();
    form.set("intent", "rotate-key");
    form.set("key_id", keyToRotate.id);
    form.set("overlap_hours", overlapHours);
    submit(form);
  };
  return (
    <Dialog
      open={keyToRotate !== null}
      title={keyToRotate ? `Rotate “${keyToRotate.name}”?` : ""}
      onClose={close}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button variant="primary" loading={busy} onClick={rotate}>
            Rotate key
          </Button>
        </>
      }
    >
      <BlockStack gap="300">
        <RefusalBanner title="The key was not rotated" message={refusal?.message ?? null} />
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
