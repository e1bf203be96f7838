import { describe, expect, test } from "vitest";
import {
  dayOfYear,
  daysIn,
  isLeapDay,
  monthNames,
  troubleOf,
} from "#storefront/loyalty/birthday.ts";
import {
  MOST_BYTES,
  megabytes,
  troubleOfReceipt,
  troubleWith,
} from "#storefront/loyalty/receipt.ts";
import { carriedCode, codeOf, linkAt, readKept } from "#storefront/loyalty/referral.ts";
import { outcomeOf } from "#storefront/loyalty/send-loyalty.ts";

describe("a birthday", () => {
  test("can be every day that some year has", () => {
    const days = Array.from({ length: 12 }, (_, at) => daysIn(at + 1));
    expect(days).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
    expect(isLeapDay({ month: 2, day: 29 })).toBe(true);
    expect(isLeapDay({ month: 3, day: 29 })).toBe(false);
  });

  test.each([
    ["en", "February 29"],
    ["de", "29. Februar"],
    ["ja", "2月29日"],
  ])("is written as %s does", (language, words) => {
    expect(dayOfYear({ month: 2, day: 29 }, language)).toBe(words);
    expect(monthNames(language)).toHaveLength(12);
  });

  test("that was not saved is said with its reason", () => {
    const outcomes = ["offline", "signed_out", "conflict", "unknown", "failed", "gone"] as const;
    expect(outcomes.map((outcome) => troubleOf({ outcome }))).toEqual([
      ...["offline_nothing", "signed_out_nothing", "bd_other", "unknown"],
      ...["failed_nothing", "failed_nothing"],
    ]);
  });
});

describe("a referral link", () => {
  const own = { code: "K7PX2MBQ4T", waiting: 0, counted: 0 };
  const link = "https://demo.myshopify.com/?ref=K7PX2MBQ4T";

  test.each([
    ["https://plants.example", "/", "https://plants.example/?ref=K7PX2MBQ4T"],
    ["https://plants.example", "/de/", "https://plants.example/de?ref=K7PX2MBQ4T"],
  ])("leads to %s%s", (origin, root, expected) => {
    expect(linkAt({ ...own, link }, origin, root)).toBe(expected);
  });

  test.each([
    ["?ref=K7PX2MBQ4T", "K7PX2MBQ4T"],
    ["?utm=1&ref=k7px2mbq4t", "K7PX2MBQ4T"],
    ["?ref=", null],
    ["", null],
    ["?ref=no", null],
    ["?ref=%3Cb%3Ehello", null],
    [`?ref=${"A".repeat(21)}`, null],
  ])("%s carries %s", (search, code) => {
    expect(codeOf(search)).toBe(code);
  });

  test.each([
    ['{"code":"K7PX2MBQ4T","followed":9,"until":2}', "K7PX2MBQ4T.9"],
    ['{"code":"K7PX2MBQ4T","followed":9,"until":1}', null],
    ['{"code":"K7PX2MBQ4T","followed":1.5,"until":2}', null],
    ['{"code":"K7PX2MBQ4T","followed":"9","until":2}', null],
    ['{"code":"K7PX2MBQ4T","until":2}', null],
    ['{"code":"<b>","followed":9,"until":2}', null],
    ['{"followed":9,"until":2}', null],
    ["null", null],
    ["{", null],
    [null, null],
  ])("that was kept as %s is carried as %j", (text, carried) => {
    const kept = readKept(text, 1);
    expect(kept && carriedCode(kept)).toBe(carried);
  });
});

describe("a receipt", () => {
  test.each([
    [{ size: MOST_BYTES, type: "image/png" }, null],
    [{ size: MOST_BYTES + 1, type: "image/png" }, "rc_too_big"],
    [{ size: 1, type: "image/gif" }, "rc_type"],
    [{ size: 1, type: "" }, "rc_type"],
  ])("of %j has the trouble %s", (file, trouble) => {
    expect(troubleWith(file)).toBe(trouble);
  });

  test("over the limit never reads as large as the limit", () => {
    expect(megabytes(MOST_BYTES, "en")).toBe("2");
    expect(megabytes(MOST_BYTES + 1, "en")).toBe("2.1");
    expect(megabytes(MOST_BYTES + 1, "de")).toBe("2,1");
  });

  test.each([
    [401, "signed_out_nothing"],
    [404, "rc_gone"],
    [409, "rc_twice"],
    [413, "rc_refused"],
    [422, "rc_refused"],
    [429, "rc_many"],
    [500, "unknown"],
    [503, "unknown"],
    [0, "unknown"],
  ])("that is answered with %i is said as %s", (status, words) => {
    expect(troubleOfReceipt({ outcome: outcomeOf(status) })).toBe(words);
  });
});
