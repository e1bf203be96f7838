import { AppError } from "#app/lib/app-error.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads a JSON body of at most 1 MiB.
 *
 * @throws AppError malformed_request on another content type, a larger body or text that is no JSON.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError(
      "malformed_request",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  }
  const text = await readBodyText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("malformed_request", "The body is not valid JSON.");
  }
}

/** Reads the raw body, never holding more than the limit. @throws AppError malformed_request past 1 MiB. */
export async function readBodyText(request: Request): Promise<string> {
  const tooLarge = () => new AppError("malformed_request", "The body is larger than 1 MiB.");
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString("utf8");
}
