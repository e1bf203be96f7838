import { describe, expect, test } from "vitest";
import { formatsOf } from "#app/ui/format.ts";

const at = new Date("2026-03-04T16:05:00Z");
/** Blanks of every width as one, which the eye does not tell apart either. */
const plain = (text: string) => text.replace(/\s/g, " ");

describe("the admin's amounts, dates and counts", () => {
  test.each([
    [null, "€1,234.50", "$0.99", "4 Mar 2026, 17:05", "4 Mar 2026", "Mar 2026", "1,234 days"],
    [
      "en-US",
      "€1,234.50",
      "$0.99",
      "Mar 4, 2026, 5:05 PM",
      "Mar 4, 2026",
      "Mar 2026",
      "1,234 days",
    ],
    ["en-GB", "€1,234.50", "US$0.99", "4 Mar 2026, 17:05", "4 Mar 2026", "Mar 2026", "1,234 days"],
    ["de", "1.234,50 €", "0,99 $", "04.03.2026, 17:05", "04.03.2026", "03/2026", "1.234 days"],
    ["fr", "1 234,50 €", "0,99 $US", "04/03/2026 17:05", "04/03/2026", "03/2026", "1 234 days"],
    ["ja", "€1,234.50", "$0.99", "2026/03/04 17:05", "2026/03/04", "2026/03", "1,234 days"],
    ["pt-BR", "€ 1.234,50", "US$ 0,99", "04/03/2026, 17:05", "04/03/2026", "03/2026", "1.234 days"],
  ])("in %s are written as there, with English words", (locale, euro, cents, ...rest) => {
    const formats = formatsOf(locale);
    expect(plain(formats.money(123_450, "EUR"))).toBe(euro);
    expect(plain(formats.money(99, "USD"))).toBe(cents);
    const [instant, day, month, count] = rest;
    expect(plain(formats.instant(at, "Europe/Berlin"))).toBe(instant);
    expect(formats.day("2026-03-04")).toBe(day);
    expect(formats.month("2026-03")).toBe(month);
    expect(plain(formats.count(1234, "day"))).toBe(count);
  });

  test.each(["ar", "th", "fa", "hi"])(
    "in %s have digits and years that go with English",
    (locale) => {
      const formats = formatsOf(locale);
      const texts = [
        formats.money(1250, "EUR"),
        formats.day("2026-03-04"),
        formats.count(12, "day"),
      ];
      expect(texts.join()).toMatch(/^[^\p{Nd}]*12[.,٫]50/u);
      expect(texts[1]).toContain("2026");
      expect(texts[2]).toBe("12 days");
    },
  );

  test.each([
    [null, ["€0", "€12.5", "€1.2K", "-€1.2K", "€1M", "€1.5B"]],
    ["de", ["0 €", "12,5 €", "1,2K €", "-1,2K €", "1M €", "1,5B €"]],
  ])("in %s are short on an axis, without a word of the locale", (locale, texts) => {
    const values = [0, 1250, 123_400, -123_400, 99_999_900, 150_000_000_000];
    const { shortMoney, shortNumber } = formatsOf(locale);
    expect(values.map((minor) => plain(shortMoney(minor, "EUR")))).toEqual(texts);
    const bare = texts.map((text) => plain(text.replace("€", "")).trim());
    expect(values.map((minor) => shortNumber(minor / 100))).toEqual(bare);
  });
});
