import type { LoaderFunctionArgs } from "@remix-run/node";
import { openExportFile } from "#app/domain/data-export/files/read-export-file.ts";
import { fileResponse } from "../file-response.ts";
import { addressId } from "../input/read-id.ts";
import { openAdmin } from "../open-admin.ts";
import { orNotFound } from "../or-not-found.ts";

/** A file of an export, sent as it is read. */
export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { fileName, contentType, parts } = await orNotFound(() =>
    openExportFile(context, addressId(params.fileId)),
  );
  return fileResponse(fileName, contentType, parts);
}
