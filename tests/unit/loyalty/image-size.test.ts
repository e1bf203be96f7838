import { expect, test } from "vitest";
import { troubleWithPixels } from "#app/domain/loyalty/triggers/receipts/file-type.ts";
import { readImageSize } from "#app/domain/loyalty/triggers/receipts/image-size.ts";

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const little = (value: number, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255));

const png = (width: number, height: number) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[u32(13), Buffer.from("IHDR"), u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])],
  ]);

/** A JPEG whose frame comes behind a thumbnail's segment, tables and fill bytes. */
const jpeg = (width: number, height: number, frame = 0xc2) => {
  const segment = (mark: number, content: Buffer) =>
    Buffer.concat([Buffer.from([0xff, mark]), u16(content.length + 2), content]);
  const thumbnail = Buffer.concat([Buffer.from("Exif\0\0"), Buffer.from([0xff, 0xd8, 0xff, 0xc0])]);
  return Buffer.concat([
    ...[Buffer.from([0xff, 0xd8]), segment(0xe1, thumbnail), segment(0xc4, Buffer.alloc(20))],
    Buffer.from([0xff, 0xff]),
    segment(frame, Buffer.concat([Buffer.from([8]), u16(height), u16(width), Buffer.alloc(10)])),
  ]);
};

const webp = (kind: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from("RIFF"),
    little(content.length + 12, 4),
    ...[Buffer.from(`WEBP${kind}`), little(content.length, 4), content],
  ]);
const lossy = (width: number, height: number) =>
  webp(
    "VP8 ",
    Buffer.concat([Buffer.alloc(6), little(width, 2), little(height, 2), Buffer.alloc(9)]),
  );
const lossless = (width: number, height: number) =>
  webp(
    "VP8L",
    Buffer.concat([
      Buffer.from([0x2f]),
      little(width - 1 + ((height - 1) << 14), 4),
      Buffer.alloc(9),
    ]),
  );
const extended = (width: number, height: number) =>
  webp("VP8X", Buffer.concat([Buffer.alloc(4), little(width - 1, 3), little(height - 1, 3)]));

test.each([
  ["image/png", png],
  ["image/jpeg", jpeg],
  ["image/jpeg", (width: number, height: number) => jpeg(width, height, 0xc0)],
  ["image/webp", lossy],
  ["image/webp", lossless],
  ["image/webp", extended],
])("%s says its size in its header", (type, make) => {
  expect(readImageSize(make(1234, 567), type)).toEqual({ width: 1234, height: 567 });
});

test("an image of more pixels than a camera takes is not shown, and neither is one that hides them", () => {
  const many = "Must have at most 50 megapixels.";
  expect(troubleWithPixels(png(8000, 6000), "image/png")).toBeNull();
  expect(troubleWithPixels(png(30_000, 30_000), "image/png")).toBe(many);
  expect(troubleWithPixels(jpeg(65_535, 65_535), "image/jpeg")).toBe(many);
  expect(troubleWithPixels(extended(1 << 24, 1 << 24), "image/webp")).toBe(many);
  expect(troubleWithPixels(jpeg(10, 10).subarray(0, 12), "image/jpeg")).toContain("width");
  expect(troubleWithPixels(Buffer.from("%PDF-1.4"), "application/pdf")).toBeNull();
});

test.each([
  ["image/png", png(10, 10)],
  ["image/jpeg", jpeg(10, 10)],
  ["image/webp", lossy(10, 10)],
])("%s that breaks off has no size", (type, whole) => {
  for (let length = 0; length < 20; length += 1) {
    expect(readImageSize(whole.subarray(0, length), type)).toBeNull();
  }
});

test("a JPEG of nothing but segments is read once from end to end", () => {
  const segments = Buffer.alloc(2_000_000, Buffer.from([0xff, 0xe0, 0, 2]));
  expect(
    readImageSize(Buffer.concat([Buffer.from([0xff, 0xd8]), segments]), "image/jpeg"),
  ).toBeNull();
  const fill = Buffer.alloc(2_000_000, 0xff);
  expect(readImageSize(fill, "image/jpeg")).toBeNull();
});
