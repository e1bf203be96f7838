import type { Locator } from "@playwright/test";

/** Amounts of one store, each with how a language of the storefront writes it. */
interface AmountsByLanguage {
  currency: string;
  /** Of one renewal, as the platform writes it. */
  price: string;
  /** Pays a part of it. */
  creditMinor: number;
  /** The rest, which money pays, and the credit, as the core API and as the exports write them. */
  paid: InterfaceAmounts;
  used: InterfaceAmounts;
  /** For the rest, one a whole unit. */
  points: number;
  written: Readonly<Record<Language, WrittenAmounts>>;
}

interface InterfaceAmounts {
  core: string;
  exported: string;
}

interface WrittenAmounts {
  price: string;
  /** The price less a fifth. */
  reduced: string;
  credit: string;
}

export type Language = "en" | "de" | "fr" | "es" | "ja";

export const LANGUAGES: readonly Language[] = ["en", "de", "fr", "es", "ja"];

/** Of a currency whose two decimals are seldom seen, of one with three and of one with none. */
export const AMOUNTS: readonly AmountsByLanguage[] = [
  {
    currency: "HUF",
    price: "1299.50",
    creditMinor: 1225,
    paid: { core: "1287.25", exported: "1287.25" },
    used: { core: "12.25", exported: "12.25" },
    points: 1287,
    written: {
      en: { price: "HUF 1,299.50", reduced: "HUF 1,039.60", credit: "HUF 12.25" },
      de: { price: "1.299,50 HUF", reduced: "1.039,60 HUF", credit: "12,25 HUF" },
      fr: { price: "1 299,50 HUF", reduced: "1 039,60 HUF", credit: "12,25 HUF" },
      es: { price: "1299,50 HUF", reduced: "1039,60 HUF", credit: "12,25 HUF" },
      ja: { price: "HUF 1,299.50", reduced: "HUF 1,039.60", credit: "HUF 12.25" },
    },
  },
  {
    currency: "KWD",
    price: "12.345",
    creditMinor: 2250,
    paid: { core: "10.095", exported: "10.10" },
    used: { core: "2.250", exported: "2.25" },
    points: 10,
    written: {
      en: { price: "KWD 12.345", reduced: "KWD 9.876", credit: "KWD 2.250" },
      de: { price: "12,345 KWD", reduced: "9,876 KWD", credit: "2,250 KWD" },
      fr: { price: "12,345 KWD", reduced: "9,876 KWD", credit: "2,250 KWD" },
      es: { price: "12,345 KWD", reduced: "9,876 KWD", credit: "2,250 KWD" },
      ja: { price: "KWD 12.345", reduced: "KWD 9.876", credit: "KWD 2.250" },
    },
  },
  {
    currency: "JPY",
    price: "1250",
    creditMinor: 500,
    paid: { core: "750.00", exported: "750.00" },
    used: { core: "500.00", exported: "500.00" },
    points: 750,
    written: {
      en: { price: "¥1,250", reduced: "¥1,000", credit: "¥500" },
      de: { price: "1.250 ¥", reduced: "1.000 ¥", credit: "500 ¥" },
      fr: { price: "1 250 JPY", reduced: "1 000 JPY", credit: "500 JPY" },
      es: { price: "1250 JPY", reduced: "1000 JPY", credit: "500 JPY" },
      ja: { price: "¥1,250", reduced: "¥1,000", credit: "¥500" },
    },
  },
];

/** The text of a place, where signs and blanks of one meaning, wide or narrow, are one. */
export const plainText = async (place: Locator): Promise<string> =>
  (await place.innerText()).normalize("NFKC");

/** The amount with no digit more on either side. */
export const exactly = (amount: string): RegExp =>
  new RegExp(`(?<!\\d[.,]?)${amount.replaceAll(".", "\\.")}(?![.,]?\\d)`);
