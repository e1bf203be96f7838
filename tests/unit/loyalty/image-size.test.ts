import { expect, test } from "vitest";
import { troubleWithPixels } from "#app/domain/loyalty/triggers/receipts/file-type.ts";
import { readImageSize } from "#app/domain/loyalty/triggers/receipts/image-size.ts";
import {
  canvas,
  END,
  frame,
  jpeg,
  jpegOf,
  lossless,
  lossy,
  png,
  pngChunk,
  pngFrame,
  SCAN,
  segment,
  webpChunk,
  webpFrame,
  webpOf,
} from "#tests/unit/loyalty/image-files.ts";

const UNREADABLE = "Must be an image that says its width and height.";
const TOO_MANY = "Must have at most 50 megapixels.";
const BIG = 16_384;

test.each([
  ["image/png", png],
  ["image/jpeg", jpeg],
  ["image/jpeg", (width: number, height: number) => jpeg(width, height, 0xc0, 1)],
  ["image/jpeg", (width: number, height: number) => jpeg(width, height, 0xc2, 100)],
  ["image/webp", (width: number, height: number) => webpOf(lossy(width, height))],
  ["image/webp", (width: number, height: number) => webpOf(lossless(width, height))],
  [
    "image/webp",
    (width: number, height: number) =>
      webpOf(canvas(width, height), webpChunk("ICCP", Buffer.alloc(3)), lossy(width, height)),
  ],
  [
    "image/webp",
    (width: number, height: number) =>
      webpOf(canvas(width, height), webpFrame(100, 100, lossless(100, 100), 567, 200)),
  ],
])("%s says its size in its headers", (type, make) => {
  expect(readImageSize(make(1234, 567), type)).toEqual({ width: 1234, height: 567 });
});

test("an image of more pixels than a camera takes is not shown", () => {
  expect(troubleWithPixels(png(8000, 6000), "image/png")).toBeNull();
  expect(troubleWithPixels(png(30_000, 30_000), "image/png")).toBe(TOO_MANY);
  expect(troubleWithPixels(jpeg(65_535, 65_535), "image/jpeg")).toBe(TOO_MANY);
  expect(troubleWithPixels(webpOf(canvas(BIG, BIG), lossless(BIG, BIG)), "image/webp")).toBe(
    TOO_MANY,
  );
  expect(troubleWithPixels(Buffer.from("%PDF-1.4"), "application/pdf")).toBeNull();
});

const small = frame(10, 10);
const large = frame(20_000, 20_000, 0xc0);

/** The picture of 20,000 pixels a side whose small frame stands where a reader lands that takes a mark for one with a length. */
function misleading(...marks: readonly number[]) {
  const front = Buffer.concat([Buffer.from(marks), large]);
  // The reader takes FF C0, with which the frame begins, for a length, which counts itself.
  const filled = Buffer.alloc(0xffc0 - 2 - front.length - 30_004, 0x20);
  const notes = [
    segment(0xfe, Buffer.alloc(30_000)),
    segment(0xfe, Buffer.concat([filled, small])),
  ];
  return jpegOf(front, ...notes, SCAN);
}

test.each([
  ["a mark without a length in front of the frame", misleading(0xff, 0x01)],
  ["a restart in front of the frame", misleading(0xff, 0xd0)],
  ["a start in front of the frame", misleading(0xff, 0xd8)],
  ["a start in the middle", jpegOf(small, SCAN, Buffer.from([0xff, 0xd8]), large, SCAN)],
  ["a second frame", jpegOf(small, large, SCAN)],
  ["a second frame behind a scan", jpegOf(small, SCAN, large, SCAN)],
  ["a frame of a hierarchy", jpegOf(frame(10, 10, 0xc5), SCAN)],
  ["a number of lines of its own", jpegOf(small, SCAN, segment(0xdc, Buffer.from([0x4e, 0x20])))],
  ["a scan in front of the frame", jpegOf(SCAN, small)],
  ["no scan", jpegOf(small)],
  ["no frame", jpegOf(segment(0xe0, Buffer.alloc(9)))],
  ["something between its marks", jpegOf(Buffer.from([0]), small, SCAN)],
  ["a mark of no meaning", jpegOf(segment(0x02, Buffer.alloc(4)), small, SCAN)],
  ["a length that does not count itself", jpegOf(Buffer.from([0xff, 0xe0, 0, 1]), small, SCAN)],
  [
    "a frame of another length than its components have",
    jpegOf(segment(0xc0, Buffer.alloc(40, 1))),
  ],
  ["more scans than an encoder writes", jpeg(10, 10, 0xc2, 101)],
  ["no height", jpeg(10, 0)],
  ["no width", jpeg(0, 10)],
  ["no end", jpeg(10, 10).subarray(0, -2)],
])("a JPEG with %s is not shown", (_, file) => {
  expect(troubleWithPixels(file, "image/jpeg")).toBe(UNREADABLE);
});

test("what stands behind the end of a JPEG, as the film of a moving photo, is no part of it", () => {
  const photo = Buffer.concat([
    jpeg(4000, 3000),
    jpegOf(large, SCAN),
    Buffer.from("ftypmp42"),
    END,
  ]);
  expect(readImageSize(photo, "image/jpeg")).toEqual({ width: 4000, height: 3000 });
});

const frames = (count: number) => Array.from({ length: count }, () => pngFrame(10, 10));

test.each([
  ["no width and no height", png(0, 0)],
  ["no height", png(10, 0)],
  ["a frame that is larger", png(10, 10, [pngFrame(BIG, BIG)])],
  ["a frame that goes beyond its edge", png(10, 10, [pngFrame(10, 10, 0, 1)])],
  ["more frames than a photo has", png(10, 10, frames(101))],
  ["a second header", png(10, 10, [pngChunk("IHDR", Buffer.alloc(13, 1))])],
])("a PNG with %s is not shown", (_, file) => {
  expect(troubleWithPixels(file, "image/png")).toBe(UNREADABLE);
});

test("a PNG whose frames lie within it is shown, whatever stands behind its end", () => {
  const animated = png(20, 10, [pngFrame(20, 10), pngFrame(10, 5, 10, 5)]);
  expect(troubleWithPixels(animated, "image/png")).toBeNull();
  const longer = Buffer.concat([animated, pngFrame(BIG, BIG)]);
  expect(troubleWithPixels(longer, "image/png")).toBeNull();
});

test.each([
  ["a canvas around a larger lossless picture", webpOf(canvas(10, 10), lossless(BIG, BIG))],
  ["a canvas around a larger lossy picture", webpOf(canvas(10, 10), lossy(16_383, 16_383))],
  ["a second picture that is larger", webpOf(canvas(9, 9), lossy(9, 9), lossless(BIG, BIG))],
  ["a picture behind its only one", webpOf(lossy(10, 10), lossless(BIG, BIG))],
  ["a second canvas", webpOf(canvas(10, 10), canvas(10, 10))],
  ["nothing on its canvas", webpOf(canvas(10, 10))],
  ["a frame that is larger", webpOf(canvas(9, 9), webpFrame(BIG, BIG, lossless(BIG, BIG)))],
  ["a frame that goes beyond its edge", webpOf(canvas(9, 9), webpFrame(8, 8, lossy(8, 8), 1, 0))],
  ["a frame around a larger picture", webpOf(canvas(9, 9), webpFrame(9, 9, lossless(BIG, BIG)))],
  ["a frame without a picture", webpOf(canvas(9, 9), webpFrame(9, 9, Buffer.alloc(0)))],
  [
    "more frames than a photo has",
    webpOf(canvas(9, 9), ...Array.from({ length: 101 }, () => webpFrame(9, 9, lossy(9, 9)))),
  ],
  ["no width", webpOf(lossy(0, 10))],
  ["no start of a picture", webpOf(webpChunk("VP8 ", Buffer.alloc(20, 1)))],
])("a WebP with %s is not shown", (_, file) => {
  expect(troubleWithPixels(file, "image/webp")).toBe(UNREADABLE);
});

test.each([
  ["image/png", png(10, 10), 24],
  ["image/jpeg", jpeg(10, 10), jpeg(10, 10).length],
  ["image/webp", webpOf(lossy(10, 10)), webpOf(lossy(10, 10)).length - 1],
  ["image/webp", webpOf(canvas(9, 9), webpFrame(9, 9, lossy(9, 9))), 60],
])("%s that breaks off has no size", (type, whole, end) => {
  for (let length = 0; length < end; length += 1) {
    expect(readImageSize(whole.subarray(0, length), type)).toBeNull();
  }
});

test("a file that is filled up with segments, fill bytes, restarts or chunks is read to its end", () => {
  const bytes = 2_000_000;
  const start = jpegOf(small, SCAN).subarray(0, -2);
  for (const filler of [[0xff, 0xe0, 0, 2], [0xff], [0xff, 0xd0], [0xff, 0]]) {
    const rest = Buffer.alloc(bytes, Buffer.from(filler));
    expect(readImageSize(Buffer.concat([start, rest]), "image/jpeg")).toBeNull();
  }
  const empty = Buffer.alloc(bytes);
  expect(readImageSize(png(9, 9, [empty]), "image/png")).toEqual({ width: 9, height: 9 });
  expect(readImageSize(webpOf(canvas(9, 9), empty), "image/webp")).toBeNull();
});
