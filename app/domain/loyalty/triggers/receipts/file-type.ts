import { readImageSize } from "./image-size.ts";

/** The most that a receipt's file has: a page that was photographed, in the size that shows its print. */
export const MAX_RECEIPT_BYTES = 2 * 1024 * 1024;

/** A photo of 50 megapixels; a browser that shows more of them takes gigabytes. */
const MOST_PIXELS = 50_000_000;

/** Why an image cannot be shown; null when it can be. What is no image has no pixels. */
export function troubleWithPixels(bytes: Buffer, contentType: string): string | null {
  if (!contentType.startsWith("image/")) return null;
  const size = readImageSize(bytes, contentType);
  if (!size) return "Must be an image that says its width and height.";
  if (size.width * size.height <= MOST_PIXELS) return null;
  return `Must have at most ${MOST_PIXELS / 1_000_000} megapixels.`;
}

/**
 * How a file of each type begins, and that it comes to its end: one that broke off would be an empty frame to the merchant.
 * A browser shows all of them without running anything.
 */
const MARKS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  "image/jpeg": (bytes) =>
    startsWith(bytes, [0xff, 0xd8, 0xff]) && bytes.includes(Buffer.from([0xff, 0xd9]), 4),
  "image/png": (bytes) =>
    startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) &&
    textAt(bytes, 12) === "IHDR" &&
    bytes.includes("IEND", 16, "latin1"),
  "image/webp": (bytes) =>
    textAt(bytes, 0) === "RIFF" &&
    textAt(bytes, 8) === "WEBP" &&
    bytes.length >= 20 &&
    bytes.length >= bytes.readUInt32LE(4) + 8,
  "application/pdf": (bytes) =>
    bytes.toString("latin1", 0, 5) === "%PDF-" && bytes.includes("%%EOF", 5, "latin1"),
};

/** The content types that a receipt may have. */
export const RECEIPT_TYPES: readonly string[] = Object.keys(MARKS);

/** What a file is by its content, whatever its name says; null when it is no image and no PDF. */
export function typeOfFile(bytes: Buffer): string | null {
  const found = Object.entries(MARKS).find(([, isType]) => isType(bytes));
  return found?.[0] ?? null;
}

function startsWith(bytes: Buffer, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, at + 4);
}
