import { Button, InlineStack } from "@shopify/polaris";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { ExportFileView } from "./export-view.ts";
import type { ExportsOutcome } from "./exports-action.ts";

/** What can be done with a file as it stands. The buttons of several files have different names. */
export function ExportFileActions({
  file,
  onGone,
  onRemove,
}: {
  file: ExportFileView;
  onGone: () => void;
  onRemove: () => void;
}) {
  const { send, isSending } = useFormRequest<ExportsOutcome>(() => {});
  const { id, state, fileName } = file;
  return (
    <InlineStack gap="200" align="end" wrap={false}>
      {state === "ready" && (
        <DownloadButton
          url={`/app/exports/${id}/download`}
          fileName={fileName}
          label="Download"
          of={fileName}
          onGone={onGone}
        />
      )}
      {state === "failed" && (
        <Button
          loading={isSending}
          accessibilityLabel={`Make again ${fileName}`}
          onClick={() => send({ intent: "retry", fileId: id })}
        >
          Make again
        </Button>
      )}
      {state !== "removed" && (
        <Button
          variant="tertiary"
          tone="critical"
          accessibilityLabel={`Remove ${fileName}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </InlineStack>
  );
}
