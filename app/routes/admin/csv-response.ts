import { BYTE_ORDER_MARK } from "#app/lib/csv.ts";
import { fileResponse } from "./file-response.ts";

/** Answers a file of comma-separated values. */
export function csvResponse(
  fileName: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Response {
  return fileResponse(fileName, "text/csv; charset=utf-8", withMark(lines));
}

async function* withMark(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* lines;
}
