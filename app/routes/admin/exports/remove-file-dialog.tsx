import { Text } from "@shopify/polaris";
import { Question } from "#app/ui/question.tsx";
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
  return (
    <Question
      open={file !== null}
      title={file ? `Remove ${file.fileName}?` : ""}
      confirm="Remove file"
      close="Keep file"
      critical
      isSending={isSending}
      error={error?.message ?? null}
      onClose={() => {
        dismissError();
        onClose();
      }}
      onConfirm={() => file && send({ intent: "remove", fileId: file.id })}
    >
      {file && (
        <Text as="p">
          {file.state === "ready"
            ? "It cannot be downloaded any more. A new file of the same data shows the rows as they are then."
            : "It is not made any more."}
        </Text>
      )}
    </Question>
  );
}
