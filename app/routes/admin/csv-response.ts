import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";

/** Without it, spreadsheets read the file in the machine's own encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/** Answers a file of comma-separated values, sent as it is written: its length does not matter. */
export function csvResponse(
  fileName: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Response {
  const body = createReadableStreamFromReadable(
    Readable.from(withMark(lines), { objectMode: false }),
  );
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
  });
}

async function* withMark(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* lines;
}
