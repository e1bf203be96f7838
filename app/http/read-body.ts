import { AppError } from "#app/lib/app-error.ts";
import { parseJson, UnreadableJson } from "#app/lib/parse-json.ts";

/** The most that is read of a body of an API that promises no more: many times what any endpoint takes. */
export const MAX_API_BODY_BYTES = 64 * 1024;
/** What a form of the admin may hold that carries no file. */
export const MAX_FORM_BYTES = 256 * 1024;

/** A body that is a file, byte by byte. */
export interface FileBody {
  /** What its content types may be. A browser lets no page of another origin send these unasked. */
  readonly types: readonly string[];
  readonly maxBytes: number;
}

/**
 * Reads a JSON body of at most `maxBytes`.
 *
 * @throws AppError malformed_request on another content type, a larger body or text that is no JSON.
 */
export async function readJsonBody(
  request: Request,
  maxBytes = MAX_API_BODY_BYTES,
): Promise<unknown> {
  assertJson(request);
  return parseBody(await readBodyText(request, maxBytes));
}

/** The same for a body that may be left out: undefined when there is none. @throws AppError malformed_request. */
export async function readOptionalJsonBody(request: Request): Promise<unknown> {
  // Only reading tells: a client without a body may leave out its length, and name a type all the same.
  const text = await readBodyText(request);
  if (text === "") return undefined;
  assertJson(request);
  return parseBody(text);
}

/** Reads a file. @throws AppError malformed_request on another content type, and on a larger file. */
export async function readFileBody(
  request: Request,
  { types, maxBytes }: FileBody,
): Promise<Buffer<ArrayBuffer>> {
  if (types.includes(contentTypeOf(request))) return readBodyBytes(request, maxBytes);
  const message = `Send the file itself as the body, with the Content-Type that it has: ${types.join(", ")}.`;
  throw new AppError("malformed_request", message);
}

function assertJson(request: Request): void {
  if (contentTypeOf(request) === "application/json") return;
  const message = "Send the body as JSON, with Content-Type: application/json.";
  throw new AppError("malformed_request", message);
}

/** The content type in lower case, without its parameters; empty where the request names none. */
export function contentTypeOf(request: Request): string {
  const type = request.headers.get("content-type") ?? "";
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    throw new AppError("malformed_request", error.message);
  }
}

/** Reads the raw body as text. @throws AppError malformed_request for more than `maxBytes`. */
export async function readBodyText(
  request: Request,
  maxBytes = MAX_API_BODY_BYTES,
): Promise<string> {
  return (await readBodyBytes(request, maxBytes)).toString("utf8");
}

/** How somebody watches a body while it comes. */
interface Watched {
  /** Ends it before it is complete. */
  signal?: AbortSignal;
  onPiece?(bytes: number): void;
}

/**
 * Reads the raw body, never holding more than `maxBytes`.
 *
 * @throws AppError malformed_request for a larger one, and for one whose sender went away.
 */
export async function readBodyBytes(
  request: Request,
  maxBytes: number,
  { signal, onPiece }: Watched = {},
): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () =>
    new AppError("malformed_request", `The body is larger than ${sizeText(maxBytes)}.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  signal?.addEventListener("abort", () => reader.cancel());
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new AppError("malformed_request", "The body broke off before its end.");
    });
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) throw tooLarge();
    onPiece?.(value.byteLength);
    chunks.push(value);
  }
  signal?.throwIfAborted();
  return Buffer.concat(chunks);
}

function sizeText(bytes: number): string {
  const mebibyte = 1024 * 1024;
  return bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${Math.floor(bytes / 1024)} KiB`;
}
