/** Width and height in pixels. */
export interface PixelSize {
  width: number;
  height: number;
}

/**
 * A viewer draws the whole picture once for each scan of a JPEG and each frame of an animation. Encoders write about ten
 * scans, and a photo has one frame.
 */
export const MOST_DRAWN = 100;

/** Whether a part of a picture lies within the whole of it. */
export function liesWithin(part: PixelSize, whole: PixelSize, x = 0, y = 0): boolean {
  return x + part.width <= whole.width && y + part.height <= whole.height;
}
