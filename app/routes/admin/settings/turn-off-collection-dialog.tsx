import { BlockStack, Button, List, Text } from "@shopify/polaris";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { CollectionView } from "./collection-view.ts";
import type { SettingsOutcome } from "./settings-action.ts";

/** Asks before the Collection API is turned off, telling who has called it. */
export function TurnOffCollectionDialog({
  open,
  callers,
  onClose,
}: {
  open: boolean;
  callers: CollectionView["callers"];
  onClose: () => void;
}) {
  const { send, isSending, error, dismissError } = useFormRequest<SettingsOutcome>((answer) => {
    if (answer.outcome !== "collection-switched") return;
    showToast("Collection API turned off");
    onClose();
  });
  const close = () => {
    dismissError();
    onClose();
  };
  return (
    <Dialog
      open={open}
      title="Turn off the Collection API?"
      onClose={close}
      actions={
        <>
          <Button disabled={isSending} onClick={close}>
            Keep it on
          </Button>
          <Button
            variant="primary"
            tone="critical"
            loading={isSending}
            onClick={() => send({ intent: "switch-collection", isOn: false })}
          >
            Turn off
          </Button>
        </>
      }
    >
      <BlockStack gap="300">
        <ErrorBanner
          title="The Collection API was not turned off"
          message={error?.message ?? null}
        />
        {callers.length === 0 ? (
          <Text as="p">None of your keys has called it, so no system should miss it.</Text>
        ) : (
          <>
            <Text as="p">Systems with these keys have called it, and would get an error:</Text>
            <List>
              {callers.map(({ id, name, hint, lastCall }) => (
                <List.Item key={id}>
                  {name} (<code>{hint}</code>), last call {lastCall}
                </List.Item>
              ))}
            </List>
          </>
        )}
        <Text as="p">
          The error names the new address. The keys keep working elsewhere, and you can turn the
          Collection API on again.
        </Text>
      </BlockStack>
    </Dialog>
  );
}
