import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Box, Card, Page, Text } from "@shopify/polaris";
import { LOYALTY_FILE_LIMITS } from "#app/domain/loyalty/files/loyalty-file-limits.ts";
import { listLoyaltyFiles } from "#app/domain/loyalty/files/read-loyalty-files.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { FileState } from "#app/ui/files/file-state.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { answerForm } from "../../form-action.ts";
import { type FilePageHandle, readUpload } from "../../input/read-upload.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { type LoyaltyFileView, showLoyaltyFile } from "./loyalty-file-view.ts";
import { UploadCard } from "./upload-card.tsx";

const FILES_SHOWN = 25;

export const handle: FilePageHandle = { takesFile: true };

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const files = await listLoyaltyFiles(context, FILES_SHOWN);
  return { files: files.map((file) => showLoyaltyFile(file, context.shop, formats)) };
}

export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  return answerForm(context.log, async () => {
    const { file } = await readUpload(request, LOYALTY_FILE_LIMITS);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const fileId = await uploadLoyaltyFile(context, { name: file.name, bytes });
    return { outcome: "checked" as const, fileId: String(fileId) };
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

const COLUMNS: TableColumn<LoyaltyFileView>[] = [
  {
    title: "File",
    leads: true,
    cell: ({ id, name }) => <Link to={`/app/loyalty/files/${id}`}>{name}</Link>,
  },
  { title: "Lines", cell: ({ lines }) => lines, atEnd: true },
  { title: "Problems", cell: ({ problems }) => problems || "–", atEnd: true },
  { title: "Points", cell: ({ points }) => points, atEnd: true },
  { title: "Tiers", cell: ({ tiers }) => tiers || "–", atEnd: true },
  { title: "Uploaded", cell: ({ at }) => at },
  { title: "By", cell: ({ by }) => by },
  { title: "State", cell: (file) => <FileState file={file} /> },
];

export default function LoyaltyFiles() {
  const { files } = useLoaderData<typeof loader>();
  useRefresh(files.some(({ state }) => state === "applying"));
  return (
    <Page title="Import" subtitle="Points and tiers from another program, from a file">
      <BlockStack gap="400">
        <LoyaltyTabs />
        <UploadCard />
        {files.length > 0 && (
          <Card padding="0">
            <Box padding="400">
              <Text as="h2" variant="headingMd">
                Latest files
              </Text>
            </Box>
            <ResponsiveTable
              caption="Files of points and tiers, newest first"
              rows={files}
              rowKey={({ id }) => id}
              columns={COLUMNS}
            />
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}
