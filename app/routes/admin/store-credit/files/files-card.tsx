import { Link } from "@remix-run/react";
import { Box, Card, Text } from "@shopify/polaris";
import { FileState } from "#app/ui/files/file-state.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { CreditFileView } from "./credit-file-view.ts";

/** The most recently uploaded files. */
export function FilesCard({ files }: { files: readonly CreditFileView[] }) {
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          Latest files
        </Text>
      </Box>
      <ResponsiveTable
        caption="Files of adjustments, newest first"
        rows={files}
        rowKey={({ id }) => id}
        columns={COLUMNS}
      />
    </Card>
  );
}

const COLUMNS: TableColumn<CreditFileView>[] = [
  {
    title: "File",
    leads: true,
    cell: ({ id, name }) => <Link to={`/app/store-credit/files/${id}`}>{name}</Link>,
  },
  { title: "Lines", cell: ({ lines }) => lines, atEnd: true },
  { title: "Problems", cell: ({ problems }) => problems || "–", atEnd: true },
  { title: "Total", cell: ({ total }) => total, atEnd: true },
  { title: "Uploaded", cell: ({ at }) => at },
  { title: "By", cell: ({ by }) => by },
  { title: "State", cell: (file) => <FileState file={file} /> },
];
