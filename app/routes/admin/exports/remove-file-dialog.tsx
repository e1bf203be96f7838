import { BlockStack, Button, Text } from "@shopify/polaris";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { ExportFileView } from "./export-view.ts";
import type { ExportsOutcome } from "./exports-action.ts";

/** Asks before a file is removed, which nobody can take back. */
export function RemoveFileDialog({
  file,
  onClose,
}: {
  file: ExportFileView | null;
  onClose: () => void;
}) {
  const { send, isSending, error, dismissError } = useFormRequest<ExportsOutcome>(onClose);
  const close = () => {
    dismissError();
    onClose();
  };
  return (
    <Dialog
      open={file !== null}
      title={file ? `Remove ${file.fileName}?` : ""}
      onClose={close}
      actions={
        <>
          <Button disabled={isSending} onClick={close}>
            Keep file
          </Button>
          <Button
            variant="primary"
            tone="critical"
            loading={isSending}
            onClick={() => file && send({ intent: "remove", fileId: file.id })}
          >
            Remove file
          </Button>
        </>
      }
    >
      {file && (
        <BlockStack gap="300">
          <ErrorBanner title="The file was not removed" message={error?.message ?? null} />
          <Text as="p">
            {file.state === "ready"
              ? "It cannot be downloaded any more. A new file of the same data shows the rows as they are then."
              : "It is not made any more."}
          </Text>
        </BlockStack>
      )}
    </Dialog>
  );
}
