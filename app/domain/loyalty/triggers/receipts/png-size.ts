import { liesWithin, MOST_DRAWN, type PixelSize } from "./pixel-size.ts";

/** Length and name stand before the content of a chunk, and a sum behind it. */
const BEFORE = 8;
const BEHIND = 4;
const HEADER_LENGTH = 13;
const FRAME_LENGTH = 26;

/** The size in the header; frames of an animation lie within it. Where the chunks break off, viewers stop as well. */
export function readPngSize(bytes: Buffer): PixelSize | null {
  if (bytes.length < 24 || bytes.readUInt32BE(8) !== HEADER_LENGTH) return null;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let frames = 0;
  let at = 8 + BEFORE + HEADER_LENGTH + BEHIND;
  while (at + BEFORE <= bytes.length) {
    const end = at + BEFORE + bytes.readUInt32BE(at);
    const content = bytes.subarray(at + BEFORE, end);
    switch (bytes.toString("latin1", at + 4, at + BEFORE)) {
      case "IEND":
        return size;
      case "IHDR":
        return null;
      case "fcTL":
        frames += 1;
        if (frames > MOST_DRAWN || !isWithin(content, size)) return null;
    }
    at = end + BEHIND;
  }
  return size;
}

/** The frame's number, width, height and place. */
function isWithin(content: Buffer, whole: PixelSize): boolean {
  if (content.length !== FRAME_LENGTH) return false;
  const frame = { width: content.readUInt32BE(4), height: content.readUInt32BE(8) };
  return liesWithin(frame, whole, content.readUInt32BE(12), content.readUInt32BE(16));
}
