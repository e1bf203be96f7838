import { AppError } from "#app/lib/app-error.ts";
import { type CsvFileLimits, tooLarge } from "#app/lib/csv-file-limits.ts";
import { readForm } from "./read-form.ts";

/** What a page with an upload exports as `handle`: the server reads larger forms for it than for others. */
export interface FilePageHandle {
  takesFile: true;
}

/** What a form adds to the file it carries. */
const FORM_BYTES = 10_000;

/**
 * The file `file` of an upload, beside the whole form. Refuses what is too large before it is read.
 *
 * @throws AppError invalid_input.
 */
export async function readUpload(
  request: Request,
  limits: CsvFileLimits,
): Promise<{ file: File; form: FormData }> {
  const length = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (length > limits.bytes + FORM_BYTES) throw new AppError("invalid_input", tooLarge(limits));
  const form = await readForm(request);
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) {
    throw new AppError("invalid_input", "Choose a file that is not empty.");
  }
  return { file, form };
}
