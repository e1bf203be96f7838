import { MAX_FORM_BYTES, readJsonBody } from "#app/http/read-body.ts";
import { keepable } from "#app/lib/storable-text.ts";

/** Reads a form that is sent as JSON, of at most 256 KiB and of texts that can be kept. @throws AppError malformed_request. */
export async function readJsonForm(request: Request): Promise<unknown> {
  return withKeepableTexts(await readJsonBody(request, MAX_FORM_BYTES));
}

function withKeepableTexts(value: unknown): unknown {
  if (typeof value === "string") return keepable(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withKeepableTexts);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [keepable(name), withKeepableTexts(one)]),
  );
}
