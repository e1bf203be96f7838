import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";

/** Answers a file to be saved, sent as it is made: its length does not matter. */
export function fileResponse(
  fileName: string,
  contentType: string,
  parts: AsyncIterable<string | Uint8Array>,
): Response {
  const body = createReadableStreamFromReadable(Readable.from(parts, { objectMode: false }));
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
