import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { twoDecimalsInCurrency } from "#app/domain/data-export/json-row.ts";
import { mailFormatsOf } from "#app/domain/mail/templates/mail-formats.ts";
import {
  currencyExponent,
  formatMinor,
  formatMinorExactly,
  parseDecimalToMinor,
} from "#app/lib/money.ts";
import { readMoney } from "#app/platform/shopify/admin-money.ts";
import { createShopperTexts } from "#app/routes/storefront/shopper-texts.ts";
import { formatsOf } from "#app/ui/format.ts";
import { decimalOfMinor, fixedOfMinor, minorOfDecimal } from "#devstore/state/money.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { numbersOf } from "#storefront/loyalty/lines.ts";
import { amountFormat } from "#storefront/money/amount-format.ts";
import { fc } from "#tests/support/property.ts";

// One table of the decimals of currencies: what is stored means the same whatever runs the code, and every door shows it alike.

/** ISO 4217, list one: the currencies in use, by their minor unit. Written from the list, not from the code. */
const ISO_4217: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP
    DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD
    LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW`,
  3: "BHD IQD JOD KWD LYD OMR TND",
};
const DIGITS = Object.entries(ISO_4217).flatMap(([digits, codes]) =>
  codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
);
const LANGUAGES = ["en", "de", "fr", "es", "ja"];

afterEach(() => vi.restoreAllMocks());

test("every currency has the decimals of ISO 4217", () => {
  expect(DIGITS.map(([code]) => [code, currencyExponent(code)])).toEqual(DIGITS);
  expect(() => currencyExponent("forint")).toThrow(RangeError);
  expect(() => currencyExponent("eur")).toThrow(RangeError);
});

describe("every currency of the platform", () => {
  const schema = readFileSync(
    join(projectRoot, "devstore/schema/admin-2026-10.graphql"),
    "utf8",
  ).split("\nenum CurrencyCode {")[1];
  const codes = [...(schema?.split("\n}")[0] ?? "").matchAll(/^ {2}([A-Z]+)\b/gm)].map(
    ([, code = ""]) => code,
  );

  test("is known, and read and written in each language", () => {
    expect(codes).toEqual(expect.arrayContaining(["EUR", "USDC", "XXX"]));
    for (const code of codes) {
      const minor = parseDecimalToMinor("12", code);
      expect(formatMinor(minor ?? 0, code)).toMatch(/^12(\.0+)?$/);
      for (const language of LANGUAGES) {
        expect(formatsOf(language).money(minor ?? 0, code)).toMatch(/12/);
      }
    }
  });

  test("is written with its code behind the amount where it has four letters", () => {
    for (const language of LANGUAGES) {
      const amount = ["de", "fr", "es"].includes(language) ? "12,50" : "12.50";
      const [shown, onPage] = [
        formatsOf(language).money(1250, "USDC"),
        amountFormat(language, "USDC", 2).format(12.5),
      ];
      expect(formatsOf(language).shortMoney(1250, "USDC")).toMatch(/^12[.,]5\u00a0USDC$/);
      expect([shown, onPage]).toEqual([`${amount}\u00a0USDC`, `${amount}\u00a0USDC`]);
    }
  });

  test("is told from a code that nobody knows, which is named", () => {
    const amount = { amount: "12.50", currencyCode: "USDQ" };
    expect(() => readMoney(amount)).toThrow("USDQ is no currency that this app knows");
    expect(readMoney({ amount: "12.345678", currencyCode: "USDC" })).toBe(1235);
  });
});

test("what the runtime thinks of a currency's decimals changes nothing", () => {
  vi.spyOn(Intl.NumberFormat.prototype, "resolvedOptions").mockImplementation(() => {
    throw new Error("asked for");
  });
  expect(parseDecimalToMinor("12.50", "HUF")).toBe(1250);
  expect(formatMinor(129_950, "HUF")).toBe("1299.50");
  expect(formatsOf("en-US").money(129_950, "HUF")).toBe("HUF\u00a01,299.50");
});

describe("the lists of the theme's blocks are the same", () => {
  test.each(["amount", "credit-card"])("in %s.liquid", (name) => {
    const path = join(projectRoot, "extensions/storefront/snippets", `${name}.liquid`);
    const lists = [...readFileSync(path, "utf8").matchAll(/when ('[A-Z]{3}'(?:, '[A-Z]{3}')+)/g)]
      .map(([, codes = ""]) => codes.replaceAll(/[',]/g, "").split(" "))
      .filter((codes) => !codes.includes("EUR"));
    // No store sells in a unit of account.
    const soldIn = (digits: number) =>
      DIGITS.flatMap(([code, own]) => (own === digits && code !== "UYI" ? [code] : []));
    expect(lists).toEqual([soldIn(0), soldIn(3)]);
  });
});

test("no other place decides how many decimals an amount of a currency has", () => {
  const files = globSync("{app,storefront,devstore}/**/*.{ts,tsx}", { cwd: projectRoot }).filter(
    (file) => !file.startsWith("app/generated/") && !file.startsWith("storefront/money/"),
  );
  const own = files.filter((file) =>
    /style: "currency"|resolvedOptions\(\)\.maximumFractionDigits/.test(
      readFileSync(join(projectRoot, file), "utf8"),
    ),
  );
  // The platform's own formatter in the admin's extensions, which has the rules of the page it runs in.
  expect(own).toEqual(["devstore/admin-frame/browser/extension-host/extension-i18n.ts"]);
});

describe("an amount is the same through every door and back", () => {
  const amounts = fc.record({
    minor: fc.integer({ min: -99_999_999, max: 99_999_999_999 }),
    currency: fc.constantFrom(...DIGITS),
    language: fc.constantFrom(...LANGUAGES),
  });
  /** Reads an amount as a person does: the last group of digits after the language's decimal sign, if it is no group of thousands. */
  const readShown = (text: string, language: string): string => {
    const sign = new Intl.NumberFormat(language)
      .formatToParts(1.5)
      .find(({ type }) => type === "decimal")?.value;
    const [whole = "", fraction = ""] = text
      .replaceAll(/[^\d.,]/g, "")
      .split(sign ?? ".")
      .map((part) => part.replaceAll(/\D/g, ""));
    return fraction === "" ? whole : `${whole}.${fraction}`;
  };

  test("in decimal texts, of the interfaces and of the platform", () => {
    fc.assert(
      fc.property(amounts, ({ minor, currency: [code] }) => {
        for (const text of [
          ...[formatMinor(minor, code), formatMinorExactly(minor, code)],
          ...[fixedOfMinor(minor, code), decimalOfMinor(minor, code)],
        ]) {
          expect(parseDecimalToMinor(text, code)).toBe(minor);
          expect(minorOfDecimal(text, code)).toBe(minor);
        }
      }),
    );
  });

  test("on screens, in mails and in the theme, in every language", () => {
    fc.assert(
      fc.property(amounts, ({ minor: signed, currency: [code, digits], language }) => {
        const minor = Math.abs(signed);
        const shop = { currency: code, ianaTimezone: "UTC" };
        const units = minor / 10 ** digits;
        for (const text of [
          formatsOf(language).money(minor, code),
          mailFormatsOf(language, "UTC").money({ minor, currency: code }),
          createShopperTexts(shop, { lang: language }).moneyText(minor),
          numbersOf(language, code).money(units),
        ]) {
          expect(readShown(text.replace(code, ""), language)).toBe(formatMinor(minor, code));
        }
      }),
    );
  });
});

test("the exports ask the database by the same table", () => {
  const lists = [...twoDecimalsInCurrency("m", "c").matchAll(/IN \(([^)]+)\)/g)].map(
    ([, codes = ""]) => codes.replaceAll("'", "").split(", "),
  );
  const having = (digits: number) =>
    DIGITS.flatMap(([code, own]) => (own === digits ? [code] : []));
  expect(lists).toEqual([having(0), having(3)]);
});
