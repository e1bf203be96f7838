import { expect, test } from "vitest";
import { cellText } from "#app/lib/read-csv-file.ts";
import { fc } from "#tests/support/property.ts";

test("a cell is the same text however a program has saved its accents and blanks", () => {
  const text = fc.stringMatching(/^[a-zA-Zäöüéñçåベガ \d.,-]{0,40}$/);
  const blank = fc.constantFrom(" ", "\u00a0", "\u202f", "\u2003", "\u200b ", "\ufeff ");
  fc.assert(
    fc.property(text, blank, fc.constantFrom("NFC", "NFD"), (typed, other, form) => {
      const saved = typed.normalize(form).replaceAll(" ", other);
      expect(cellText(saved)).toBe(cellText(typed));
    }),
  );
});

test("what joins the parts of an emoji or of a word stays in a cell", () => {
  for (const text of ["👩‍🌾", "می‌خواهم"]) expect(cellText(text)).toBe(text);
});
