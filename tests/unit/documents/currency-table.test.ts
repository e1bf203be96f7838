import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AMOUNTS, LANGUAGES, type Language } from "#tests/support/amounts-by-language.ts";

const NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "German",
  fr: "French",
  es: "Spanish",
  ja: "Japanese",
};

/** The rows of the page's tables that begin with a currency. */
function rowsOf(text: string): string[][] {
  const lines = text.split("\n").filter((line) => /^\| [A-Z]{3} \|/.test(line));
  return lines.map((line) => line.slice(2, -2).split(" | "));
}

test("docs/currencies.md has the amounts that the tests ask the product for", () => {
  const interfaces = AMOUNTS.map(({ currency, price, paid, used, points }) => {
    const amounts = [paid.core, paid.exported, used.core, used.exported];
    return [currency, price, ...amounts, String(points)];
  });
  const people = AMOUNTS.flatMap(({ currency, written }) =>
    LANGUAGES.map((language) => {
      const { price, reduced, credit } = written[language];
      return [currency, NAMES[language], price, reduced, credit];
    }),
  );
  const text = readFileSync("docs/currencies.md", "utf8");
  expect(rowsOf(text)).toEqual([...interfaces, ...people]);
});
