/** Width and height in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** The frames of JPEG begin with these marks; C4, C8 and CC are tables. */
const isFrame = (mark: number) =>
  mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);

/**
 * How large an image says that it is, from its header alone: nothing is decoded, and no byte is looked at twice. Every part of
 * a file that says another size is read as a viewer reads it: the first frame counts.
 *
 * @returns null when the header does not say.
 */
export function readImageSize(bytes: Buffer, contentType: string): ImageSize | null {
  switch (contentType) {
    case "image/png":
      return bytes.length < 24
        ? null
        : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    case "image/jpeg":
      return readJpeg(bytes);
    case "image/webp":
      return readWebp(bytes);
    default:
      return null;
  }
}

/** From segment to segment, each of which says where the next one begins. */
function readJpeg(bytes: Buffer): ImageSize | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const mark = bytes.readUInt8(at + 1);
    // Any number of these may fill the space before a mark.
    if (mark === 0xff) at += 1;
    else if (isFrame(mark)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(bytes: Buffer): ImageSize | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
