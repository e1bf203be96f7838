import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { openExportFile } from "#app/domain/data-export/files/read-export-file.ts";
import { openAdmin } from "../open-admin.ts";
import { orNotFound } from "../or-not-found.ts";
import { readId } from "../read-id.ts";

/** A file of an export, sent as it is read. */
export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { fileName, contentType, parts } = await orNotFound(() =>
    openExportFile(context, readId(params.fileId)),
  );
  return new Response(
    createReadableStreamFromReadable(Readable.from(parts, { objectMode: false })),
    {
      headers: {
        "content-type": contentType,
        "content-disposition": `attachment; filename="${fileName}"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    },
  );
}
