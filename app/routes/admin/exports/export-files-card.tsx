import { useRevalidator } from "@remix-run/react";
import { Box, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { ExportFileActions } from "./export-file-actions.tsx";
import type { ExportFileView } from "./export-view.ts";
import { RemoveFileDialog } from "./remove-file-dialog.tsx";

/** The latest files: those that are being made, those that are kept, and what became of the others. */
export function ExportFilesCard({ files }: { files: readonly ExportFileView[] }) {
  const { revalidate } = useRevalidator();
  const [gone, setGone] = useState<string | null>(null);
  const [toRemove, setToRemove] = useState<ExportFileView | null>(null);
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          Latest files
        </Text>
        <ErrorBanner
          title="The file is not there any more"
          message={gone && `${gone} is no longer kept. Make the file again if you need it.`}
        />
      </Box>
      <ResponsiveTable
        caption="Files of exports, newest first"
        rows={files}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Data",
            leads: true,
            // One element: side by side, the words would have to break inside.
            cell: ({ title, narrowed }) => (
              <span>
                <Text as="span" fontWeight="semibold">
                  {title}
                </Text>
                {narrowed && ` (${narrowed})`}
              </span>
            ),
          },
          { title: "Format", cell: ({ format }) => format },
          { title: "Contents", cell: (file) => <Contents file={file} /> },
          { title: "Requested", cell: ({ requested, by }) => `${requested} by ${by}` },
          {
            title: "File",
            atEnd: true,
            cell: (file) => (
              <ExportFileActions
                file={file}
                onRemove={() => setToRemove(file)}
                onGone={() => {
                  setGone(file.fileName);
                  revalidate();
                }}
              />
            ),
          },
        ]}
      />
      <RemoveFileDialog file={toRemove} onClose={() => setToRemove(null)} />
    </Card>
  );
}

function Contents({ file }: { file: ExportFileView }) {
  const { state, seen, total, rows, size, note, title } = file;
  const isAtWork = state === "waiting" || state === "running";
  return (
    <div>
      {isAtWork && <Progress done={seen} of={total} what={`Rows of ${title}`} />}
      {state === "ready" && `${rows}, ${size}`}
      {state === "failed" && "Not made"}
      {state === "removed" && "Removed"}
      {note && (
        <Text as="p" variant="bodySm" tone="subdued">
          {note}
        </Text>
      )}
    </div>
  );
}
