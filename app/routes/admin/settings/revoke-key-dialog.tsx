import { BlockStack, Button, Text } from "@shopify/polaris";
import { Dialog } from "#app/ui/dialog.tsx";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import type { KeyView } from "./key-view.ts";
import { useKeyForm } from "./use-key-form.ts";

/** Asks before a key is ended, telling who may still use it. */
export function RevokeKeyDialog({
  keyToRevoke,
  onClose,
}: {
  keyToRevoke: KeyView | null;
  onClose: () => void;
}) {
  const { submit, busy, refusal, forget } = useKeyForm((data) => {
    if (data.outcome !== "revoked") return;
    showToast(`Key “${data.name}” revoked`);
    onClose();
  });
  const close = () => {
    forget();
    onClose();
  };
  const revoke = () => {
    if (!keyToRevoke) return;
    const form = new FormData();
    form.set("intent", "revoke-key");
    form.set("key_id", keyToRevoke.id);
    submit(form);
  };
  return (
    <Dialog
      open={keyToRevoke !== null}
      title={keyToRevoke ? `Revoke “${keyToRevoke.name}”?` : ""}
      onClose={close}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            Keep key
          </Button>
          <Button variant="primary" tone="critical" loading={busy} onClick={revoke}>
            Revoke key
          </Button>
        </>
      }
    >
      {keyToRevoke && (
        <BlockStack gap="300">
          <RefusalBanner title="The key was not revoked" message={refusal?.message ?? null} />
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
