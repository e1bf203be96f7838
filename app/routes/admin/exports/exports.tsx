import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { listApiKeys } from "#app/domain/api-keys/list-api-keys.ts";
import { listExportFiles } from "#app/domain/data-export/files/read-export-file.ts";
import { readFileRoom } from "#app/domain/data-export/files/room-for-files.ts";
import { listReads } from "#app/domain/data-export/reads/list-reads.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../form-action.ts";
import { keepWhenOffline } from "../keep-when-offline.ts";
import { openAdmin } from "../open-admin.ts";
import { revalidateUnlessRefused } from "../revalidate-unless-refused.ts";
import { interfaceAddresses } from "../settings/interface-addresses.ts";
import { ExportFilesCard } from "./export-files-card.tsx";
import { exportForms } from "./export-forms.ts";
import { showExportFile, showFileToReplace, showReadingKeys, showReads } from "./export-view.ts";
import { exportsFormSchema, runExportsAction } from "./exports-action.ts";
import { MakeFileCard } from "./make-file-card.tsx";
import { ReadByApiCard } from "./read-by-api-card.tsx";
import { ReadsCard } from "./reads-card.tsx";

const FILES_SHOWN = 25;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const [files, room, keys, reads] = await Promise.all([
    listExportFiles(context, FILES_SHOWN),
    readFileRoom(context.db.prisma, context.shop.id),
    listApiKeys(context),
    listReads(context),
  ]);
  const paths = loadContext.declarations().map(({ path }) => path);
  const addresses = interfaceAddresses(loadContext.environment, context.shop, paths);
  return {
    files: files.map((file) => showExportFile(file, context, formats)),
    toReplace: showFileToReplace(room.toReplace, context, formats),
    forms: exportForms(),
    dataApi: addresses.find(({ name }) => name === "Data API")?.address ?? "",
    keys: showReadingKeys(keys.live),
    reads: showReads(reads, [...keys.live, ...keys.ended], context, formats),
  };
}

export const action = formAction(exportsFormSchema, runExportsAction);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function Exports() {
  const { files, toReplace, forms, dataApi, keys, reads } = useLoaderData<typeof loader>();
  useRefresh(files.some(({ state }) => state === "waiting" || state === "running"));
  return (
    <Page title="Exports" subtitle="The store's data as files, and for other systems">
      <BlockStack gap="400">
        <MakeFileCard forms={forms} toReplace={toReplace} />
        {files.length > 0 && <ExportFilesCard files={files} />}
        <ReadByApiCard forms={forms} address={dataApi} keys={keys} />
        <ReadsCard reads={reads} />
      </BlockStack>
    </Page>
  );
}
