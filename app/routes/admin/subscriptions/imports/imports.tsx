import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Box, Card, Page, Text } from "@shopify/polaris";
import { listImports } from "#app/domain/contract-imports/get-import.ts";
import { IMPORT_LIMITS } from "#app/domain/contract-imports/import-limits.ts";
import { uploadImport } from "#app/domain/contract-imports/upload-import.ts";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { answerForm } from "../../form-action.ts";
import { type FilePageHandle, readUpload } from "../../input/read-upload.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { SubscriptionTabs } from "../subscription-tabs.tsx";
import { type ImportView, isAtWork, showImport, stateWord } from "./import-view.ts";
import { UploadCard } from "./upload-card.tsx";

const IMPORTS_SHOWN = 25;

export const handle: FilePageHandle = { takesFile: true };

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const rows = await listImports(context, IMPORTS_SHOWN);
  return { imports: rows.map((row) => showImport(row, context.shop, formats)) };
}

export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  return answerForm(context.log, async () => {
    const { file } = await readUpload(request, IMPORT_LIMITS);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const importId = await uploadImport(context, { name: file.name, bytes });
    return { outcome: "uploaded" as const, importId: String(importId) };
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function Imports() {
  const { imports } = useLoaderData<typeof loader>();
  useRefresh(imports.some(({ state }) => isAtWork(state)));
  return (
    <Page title="Imports" subtitle="Subscriptions of another app, from a file">
      <BlockStack gap="400">
        <SubscriptionTabs />
        <UploadCard />
        {imports.length > 0 && (
          <Card padding="0">
            <Box padding="400">
              <Text as="h2" variant="headingMd">
                Latest imports
              </Text>
            </Box>
            <ResponsiveTable
              caption="Imports, newest first"
              rows={imports}
              rowKey={({ id }) => id}
              columns={COLUMNS}
            />
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}

const COLUMNS: TableColumn<ImportView>[] = [
  {
    title: "File",
    leads: true,
    cell: ({ id, name }) => <Link to={`/app/subscriptions/imports/${id}`}>{name}</Link>,
  },
  { title: "Lines", cell: ({ lines }) => lines, atEnd: true },
  { title: "Problems", cell: ({ problems }) => problems || "–", atEnd: true },
  { title: "Uploaded", cell: ({ at }) => at },
  { title: "By", cell: ({ by }) => by },
  {
    title: "State",
    cell: ({ state }) => (
      <Badge tone={state === "active" ? "success" : "attention"}>{stateWord(state)}</Badge>
    ),
  },
];
