/** Builds files of images that say what a test wants, well made or not; no pixel in them is real. */
const u16 = (value: number) => Buffer.from([value >>> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const little = (value: number, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => Math.floor(value / 2 ** (8 * at)) & 255));

/** A chunk of a PNG; nobody looks at its sum. */
export const pngChunk = (name: string, content: Buffer) =>
  Buffer.concat([u32(content.length), Buffer.from(name), content, Buffer.alloc(4)]);

/** A frame of an animated PNG. */
export const pngFrame = (width: number, height: number, x = 0, y = 0) =>
  pngChunk("fcTL", Buffer.concat([u32(0), ...[width, height, x, y].map(u32), Buffer.alloc(6)]));

export const png = (width: number, height: number, chunks: readonly Buffer[] = []) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])])),
    ...chunks,
    pngChunk("IDAT", Buffer.alloc(9)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);

/** A mark with its length. */
export const segment = (mark: number, content: Buffer) =>
  Buffer.concat([Buffer.from([0xff, mark]), u16(content.length + 2), content]);

export const frame = (width: number, height: number, mark = 0xc2) =>
  segment(
    mark,
    Buffer.concat([Buffer.from([8]), u16(height), u16(width), Buffer.from([1, 1, 0x11, 0])]),
  );

/** A scan whose data has an FF, restarts and fill bytes in it. */
export const SCAN = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0x00, 0xc0, 0xff, 0xd0, 0x34, 0xff, 0xff, 0xd7, 0x56, 0xff, 0xff, 0x00]),
]);
const START = Buffer.from([0xff, 0xd8]);
export const END = Buffer.from([0xff, 0xd9]);

/** A JPEG of these parts between its start and its end. */
export const jpegOf = (...parts: readonly Buffer[]) => Buffer.concat([START, ...parts, END]);

/** A JPEG whose frame comes behind a thumbnail's segment, tables and fill bytes. */
export const jpeg = (width: number, height: number, mark = 0xc2, scans = 2) => {
  const thumbnail = Buffer.concat([Buffer.from("Exif\0\0"), jpegOf(frame(9, 9), SCAN)]);
  return jpegOf(
    ...[segment(0xe1, thumbnail), segment(0xc4, Buffer.alloc(20)), Buffer.from([0xff, 0xff])],
    ...[frame(width, height, mark), ...Array.from({ length: scans }, () => SCAN)],
  );
};

export const webpChunk = (kind: string, content: Buffer) =>
  Buffer.concat([
    ...[Buffer.from(kind), little(content.length, 4), content],
    Buffer.alloc(content.length % 2),
  ]);
export const webpOf = (...chunks: readonly Buffer[]) => {
  const content = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  return Buffer.concat([Buffer.from("RIFF"), little(content.length, 4), content]);
};
export const lossy = (width: number, height: number) =>
  webpChunk(
    "VP8 ",
    Buffer.concat([
      Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a]),
      ...[little(width, 2), little(height, 2), Buffer.alloc(9)],
    ]),
  );
export const lossless = (width: number, height: number) =>
  webpChunk(
    "VP8L",
    Buffer.concat([Buffer.from([0x2f]), little(width - 1 + (height - 1) * 2 ** 14, 4)]),
  );
export const canvas = (width: number, height: number) =>
  webpChunk("VP8X", Buffer.concat([Buffer.alloc(4), little(width - 1, 3), little(height - 1, 3)]));
/** A frame of an animated WebP around its picture; its place is in steps of two pixels. */
export const webpFrame = (width: number, height: number, picture: Buffer, x = 0, y = 0) =>
  webpChunk(
    "ANMF",
    Buffer.concat([
      ...[little(x, 3), little(y, 3), little(width - 1, 3), little(height - 1, 3)],
      ...[Buffer.alloc(4), picture],
    ]),
  );
