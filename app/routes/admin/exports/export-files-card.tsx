import { Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { ExportFileView } from "./export-view.ts";
import type { ExportsOutcome } from "./exports-action.ts";

/** The latest files: those that are being made, those that are kept, and what became of the others. */
export function ExportFilesCard({ files }: { files: readonly ExportFileView[] }) {
  const { send, sending, error } = useFormRequest<ExportsOutcome>(() => {});
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          Latest files
        </Text>
        <ErrorBanner title="The file was not removed" message={error?.message ?? null} />
      </Box>
      <ResponsiveTable
        caption="Files of exports, newest first"
        rows={files}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Data",
            leads: true,
            cell: ({ title, narrowed }) => (
              <>
                <Text as="span" fontWeight="semibold">
                  {title}
                </Text>
                {narrowed && ` (${narrowed})`}
              </>
            ),
          },
          { title: "Format", cell: ({ format }) => format },
          { title: "Contents", cell: (file) => <Contents file={file} /> },
          { title: "Requested", cell: ({ requested, by }) => `${requested} by ${by}` },
          {
            title: "File",
            atEnd: true,
            cell: ({ id, state, fileName, title }) => (
              <InlineStack gap="200" align="end" wrap={false}>
                {state === "ready" && (
                  <DownloadButton
                    url={`/app/exports/${id}/download`}
                    fileName={fileName}
                    label="Download"
                  />
                )}
                {state !== "removed" && (
                  <Button
                    variant="tertiary"
                    tone="critical"
                    loading={sending?.fileId === id}
                    accessibilityLabel={`Remove the file of ${title}`}
                    onClick={() => send({ intent: "remove", fileId: id })}
                  >
                    Remove
                  </Button>
                )}
              </InlineStack>
            ),
          },
        ]}
      />
    </Card>
  );
}

function Contents({ file }: { file: ExportFileView }) {
  const { state, seen, total, rows, size, note, title } = file;
  const isAtWork = state === "waiting" || state === "running";
  return (
    <>
      {isAtWork && <Progress done={seen} of={total} what={`Rows of ${title}`} />}
      {state === "ready" && `${rows}, ${size}`}
      {state === "removed" && "Removed"}
      {note && (
        <Text as="p" variant="bodySm" tone="subdued">
          {note}
        </Text>
      )}
    </>
  );
}
