import { liesWithin, MOST_DRAWN, type PixelSize } from "./pixel-size.ts";

interface Chunk {
  name: string;
  content: Buffer;
}

/** A file is one picture; or a canvas and one picture of its size, or frames within it. */
export function readWebpSize(bytes: Buffer): PixelSize | null {
  if (bytes.length < 12) return null;
  const chunks = readChunks(bytes.subarray(12, bytes.readUInt32LE(4) + 8));
  const [first, ...others] = chunks ?? [];
  if (!first) return null;
  if (first.name !== "VP8X") return others.some(isPicture) ? null : sizeOf(first);
  const canvas = sizeOf(first);
  const drawn = others.filter((chunk) => isPicture(chunk) || chunk.name === "ANMF");
  if (!canvas || drawn.length === 0 || drawn.length > MOST_DRAWN) return null;
  const isAsSaid = drawn.every((chunk) =>
    chunk.name === "ANMF" ? isFrameWithin(chunk.content, canvas) : isOfSize(chunk, canvas),
  );
  return isAsSaid ? canvas : null;
}

/** Null where a chunk is longer than what is left, as when a file breaks off. */
function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) return null;
    chunks.push({
      name: bytes.toString("latin1", at, at + 4),
      content: bytes.subarray(at + 8, end),
    });
    // Chunks begin at even places.
    at = end + (end % 2);
  }
  return chunks;
}

/** Chunks that state a size. A second canvas states one too, and no picture has it, so it is refused. */
function isPicture({ name }: Chunk): boolean {
  return name === "VP8 " || name === "VP8L" || name === "VP8X";
}

function sizeOf({ name, content }: Chunk): PixelSize | null {
  switch (name) {
    case "VP8 ":
      // The start code of a frame that stands alone.
      if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) return null;
      return {
        width: content.readUInt16LE(6) & 0x3fff,
        height: content.readUInt16LE(8) & 0x3fff,
      };
    case "VP8L": {
      if (content.length < 5 || content[0] !== 0x2f) return null;
      const bits = content.readUInt32LE(1);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      if (content.length < 10) return null;
      return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
    default:
      return null;
  }
}

function isOfSize(chunk: Chunk, expected: PixelSize): boolean {
  const size = chunk.name === "VP8X" ? null : sizeOf(chunk);
  return size !== null && size.width === expected.width && size.height === expected.height;
}

/** The frame's place in steps of two pixels, its size, and behind other facts its own chunks. */
function isFrameWithin(content: Buffer, canvas: PixelSize): boolean {
  if (content.length < 16) return false;
  const frame = { width: content.readUIntLE(6, 3) + 1, height: content.readUIntLE(9, 3) + 1 };
  const [x, y] = [2 * content.readUIntLE(0, 3), 2 * content.readUIntLE(3, 3)];
  const pictures = readChunks(content.subarray(16))?.filter(isPicture) ?? [];
  return (
    liesWithin(frame, canvas, x, y) &&
    pictures.length === 1 &&
    pictures.every((chunk) => isOfSize(chunk, frame))
  );
}
