import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { z } from "zod";
import { MAX_REASON_LENGTH } from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import {
  type ColumnSources,
  CREDIT_FILE_COLUMNS,
} from "#app/domain/store-credit/files/credit-file-columns.ts";
import { CREDIT_FILE_LIMITS } from "#app/domain/store-credit/files/credit-file-limits.ts";
import { listCreditFiles } from "#app/domain/store-credit/files/list-credit-files.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { AppError } from "#app/lib/app-error.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { answerForm } from "../../form-action.ts";
import { type FilePageHandle, readUpload } from "../../input/read-upload.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { CreditTabs } from "../credit-tabs.tsx";
import { showCreditFile } from "./credit-file-view.ts";
import { FilesCard } from "./files-card.tsx";
import { UploadCard } from "./upload-card.tsx";

const FILES_SHOWN = 25;

export const handle: FilePageHandle = { takesFile: true };

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const files = await listCreditFiles(context, FILES_SHOWN);
  return { files: files.map((file) => showCreditFile(file, context.shop, formats)) };
}

export async function action({ request, context: loadContext }: ActionFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  return answerForm(context.log, async () => {
    const { file, form } = await readUpload(request, CREDIT_FILE_LIMITS);
    const asked = form.get("columns");
    const columns = typeof asked === "string" ? readColumns(asked) : null;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const answer = await uploadCreditFile(context, { name: file.name, bytes, columns });
    return answer.outcome === "checked" ? { ...answer, fileId: String(answer.fileId) } : answer;
  });
}

const sourceSchema = z.union([
  z.object({ place: z.int().min(0) }),
  z.object({ text: z.string().max(MAX_REASON_LENGTH) }),
]);
const columnsSchema = z.partialRecord(z.enum(CREDIT_FILE_COLUMNS), sourceSchema);

/** @throws AppError invalid_input for what our own page does not send. */
function readColumns(text: string): ColumnSources {
  try {
    return columnsSchema.parse(JSON.parse(text));
  } catch {
    throw new AppError("invalid_input", "The columns could not be read. Choose the file again.");
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function CreditFiles() {
  const { files } = useLoaderData<typeof loader>();
  useRefresh(files.some(({ state }) => state === "applying"));
  return (
    <Page title="Bulk adjustment" subtitle="Many customers' credit at once, from a file">
      <BlockStack gap="400">
        <CreditTabs />
        <UploadCard />
        {files.length > 0 && <FilesCard files={files} />}
      </BlockStack>
    </Page>
  );
}
