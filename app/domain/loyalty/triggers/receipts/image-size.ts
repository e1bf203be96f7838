import { readJpegSize } from "./jpeg-size.ts";
import type { PixelSize } from "./pixel-size.ts";
import { readPngSize } from "./png-size.ts";
import { readWebpSize } from "./webp-size.ts";

const READERS: Readonly<Record<string, (bytes: Buffer) => PixelSize | null>> = {
  "image/png": readPngSize,
  "image/jpeg": readJpegSize,
  "image/webp": readWebpSize,
};

/**
 * How large an image is drawn, from its headers alone: nothing is decoded, and no byte is looked at twice. A file that a viewer
 * may read in another way than we do has no size: it is not ours to say which of them is right.
 *
 * @returns null when the headers do not say, disagree, or ask for more work than a photo does.
 */
export function readImageSize(bytes: Buffer, contentType: string): PixelSize | null {
  const size = READERS[contentType]?.(bytes) ?? null;
  return size && size.width > 0 && size.height > 0 ? size : null;
}
