import { MOST_DRAWN, type PixelSize } from "./pixel-size.ts";

const MARK = 0xff;
const END = 0xd9;
const SCAN = 0xda;
/** Frames that stand alone. Those of a hierarchy, C5 to C7 and CD to CF, need another one in front of them. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xca, 0xcb]);
/** Tables and settings. */
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xcc, 0xdb, 0xdd]);
const isNote = (mark: number) => (mark >= 0xe0 && mark <= 0xef) || mark === 0xfe;
const isRestart = (mark: number) => mark >= 0xd0 && mark <= 0xd7;

/**
 * Goes from mark to mark to the end of the picture, over the data of its scans. What comes behind the end is another file, such
 * as the film of a moving photo. Marks that no photo has where they stand are refused, and so is a second frame: viewers
 * disagree about them.
 */
export function readJpegSize(bytes: Buffer): PixelSize | null {
  let frame: PixelSize | null = null;
  let scans = 0;
  let at = 2;
  for (;;) {
    const mark = markAt(bytes, at);
    if (mark === null) return null;
    if (mark.code === END) return scans > 0 ? frame : null;
    const end = endOfSegment(bytes, mark.end);
    if (end === null) return null;
    if (FRAMES.has(mark.code)) {
      if (frame) return null;
      frame = readFrame(bytes.subarray(mark.end, end));
      if (!frame) return null;
      at = end;
    } else if (mark.code === SCAN) {
      scans += 1;
      if (!frame || scans > MOST_DRAWN) return null;
      at = endOfScan(bytes, end);
    } else if (TABLES.has(mark.code) || isNote(mark.code)) at = end;
    else return null;
  }
}

/** A mark, before which any number of FF may stand, and the place behind it. */
function markAt(bytes: Buffer, start: number): { code: number; end: number } | null {
  if (bytes[start] !== MARK) return null;
  let at = start + 1;
  while (bytes[at] === MARK) at += 1;
  const code = bytes[at];
  return code === undefined ? null : { code, end: at + 1 };
}

/** A segment begins with its length, which counts itself. */
function endOfSegment(bytes: Buffer, start: number): number | null {
  if (start + 2 > bytes.length) return null;
  const length = bytes.readUInt16BE(start);
  return length < 2 || start + length > bytes.length ? null : start + length;
}

/** Length, precision, height, width and the number of components, of three bytes each. */
function readFrame(segment: Buffer): PixelSize | null {
  if (segment.length < 11 || segment.length !== 8 + 3 * segment.readUInt8(7)) return null;
  return { width: segment.readUInt16BE(5), height: segment.readUInt16BE(3) };
}

/** The place of the first mark that is no part of a scan's data: there FF is followed by 00, and restarts are counted off. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(MARK, start);
  while (at !== -1) {
    let end = at + 1;
    while (bytes[end] === MARK) end += 1;
    const code = bytes[end];
    if (code === undefined) break;
    if (code !== 0 && !isRestart(code)) return at;
    at = bytes.indexOf(MARK, end + 1);
  }
  return bytes.length;
}
