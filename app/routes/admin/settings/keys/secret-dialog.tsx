import { BlockStack, Button, Checkbox, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** A key that was just made. */
export interface NewSecret {
  name: string;
  secret: string;
  /** Until when the key that it replaces still works; null where there is none. */
  overlapEnds: string | null;
}

/** Shows a new key, once. Closes only when its owner says that it is kept. */
export function SecretDialog({
  secret,
  onSaved,
}: {
  secret: NewSecret | null;
  onSaved: () => void;
}) {
  const [saved, setSaved] = useState(false);
  const close = () => {
    setSaved(false);
    onSaved();
  };
  return (
    <Dialog
      open={secret !== null}
      title={secret ? `Key “${secret.name}”` : ""}
      actions={
        <Button variant="primary" disabled={!saved} onClick={close}>
          Done
        </Button>
      }
    >
      {secret && (
        <BlockStack gap="300">
          <Text as="p" fontWeight="semibold">
            Copy this key now. You won't see it again.
          </Text>
          <code className="pn-secret" data-testid="new-key">
            {secret.secret}
          </code>
          <InlineStack>
            <CopyButton text={secret.secret} what="the key" />
          </InlineStack>
          {secret.overlapEnds && (
            <Text as="p">The key it replaces works until {secret.overlapEnds}.</Text>
          )}
          <Checkbox
            label="I have saved this key in a safe place"
            checked={saved}
            onChange={setSaved}
          />
        </BlockStack>
      )}
    </Dialog>
  );
}
