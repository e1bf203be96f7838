import { MAX_FORM_BYTES, readJsonBody } from "#app/http/read-body.ts";
import { withKeepableTexts } from "#app/lib/storable-text.ts";

/** Reads a form that is sent as JSON, of at most 256 KiB and of texts that can be kept. @throws AppError malformed_request. */
export async function readJsonForm(request: Request): Promise<unknown> {
  return withKeepableTexts(await readJsonBody(request, MAX_FORM_BYTES));
}
