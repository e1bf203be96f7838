import { BlockStack, Button, Text } from "@shopify/polaris";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { SettingsOutcome } from "../settings-action.ts";
import type { KeyView } from "./key-view.ts";

/** Asks before a key is ended, telling who may still use it. */
export function RevokeKeyDialog({
  keyToRevoke,
  onClose,
}: {
  keyToRevoke: KeyView | null;
  onClose: () => void;
}) {
  const { send, isSending, error, dismissError } = useFormRequest<SettingsOutcome>((data) => {
    if (data.outcome !== "revoked") return;
    showToast(`Key “${data.name}” revoked`);
    onClose();
  });
  const close = () => {
    dismissError();
    onClose();
  };
  const revoke = () => {
    if (!keyToRevoke) return;
    send({ intent: "revoke-key", keyId: keyToRevoke.id });
  };
  return (
    <Dialog
      open={keyToRevoke !== null}
      title={keyToRevoke ? `Revoke “${keyToRevoke.name}”?` : ""}
      onClose={close}
      actions={
        <>
          <Button disabled={isSending} onClick={close}>
            Keep key
          </Button>
          <Button variant="primary" tone="critical" loading={isSending} onClick={revoke}>
            Revoke key
          </Button>
        </>
      }
    >
      {keyToRevoke && (
        <BlockStack gap="300">
          <ErrorBanner title="The key was not revoked" message={error?.message ?? null} />
          <Text as="p">
            {keyToRevoke.hint} stops working at once, and for good. Whatever uses it is refused.
          </Text>
          <Text as="p">
            {keyToRevoke.lastUsed === "Never"
              ? "It has never been used."
              : `Last used ${keyToRevoke.lastUsed}.`}
          </Text>
        </BlockStack>
      )}
    </Dialog>
  );
}
