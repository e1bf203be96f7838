import { AppError } from "#app/lib/app-error.ts";

/**
 * Reads an internal id from an address or a form.
 *
 * @throws AppError not_found for anything that no id looks like.
 */
export function readId(text: string | undefined): bigint {
  if (text && /^[1-9]\d{0,17}$/.test(text)) return BigInt(text);
  throw new AppError("not_found", "This page doesn't exist.");
}
