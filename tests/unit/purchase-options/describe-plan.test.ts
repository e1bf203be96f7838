import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createI18n } from "#devstore/admin-frame/browser/extension-host/extension-i18n.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { describePlan } from "../../../extensions/purchase-options/src/describe-plan.ts";
import type { OfferedPlan } from "../../../extensions/purchase-options/src/purchase-options-api.ts";

const locales = join(projectRoot, "extensions", "purchase-options", "locales");
const wordsOf = (locale: string) =>
  JSON.parse(
    readFileSync(join(locales, locale === "en" ? "en.default.json" : `${locale}.json`), "utf8"),
  );

function i18nOf(locale: string) {
  return createI18n({
    target: "",
    data: { selected: [] },
    appUrl: "",
    locale,
    words: wordsOf(locale),
    defaultLocale: "en",
    defaultWords: wordsOf("en"),
  });
}

const monthly: OfferedPlan = {
  platformId: "gid://shopify/SellingPlan/1",
  name: "Monthly",
  interval: { unit: "month", count: 1 },
  deliveryInterval: null,
  price: { discount: { kind: "percentage", percentage: 10 }, cycles: null },
  trial: null,
};

/** German and French put a space before the percent sign that does not break. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test.each([
  ["en", "Every month, 10% off"],
  ["de", "Jeden Monat, 10 % Rabatt"],
  ["fr", "Tous les mois, 10 % de réduction"],
  ["es", "Cada mes, 10 % de descuento"],
  ["ja", "1か月ごと、10%割引"],
])("a plan is told in plain words of %s", (locale, words) => {
  expect(plain(describePlan(monthly, i18nOf(locale)))).toBe(words);
});

test.each([
  ["en", "Every 6 months, delivered every month, 10% off"],
  ["de", "Alle 6 Monate, Lieferung jeden Monat, 10 % Rabatt"],
  ["fr", "Tous les 6 mois, livraison chaque mois, 10 % de réduction"],
  ["es", "Cada 6 meses, entrega cada mes, 10 % de descuento"],
  ["ja", "6か月ごと、1か月ごとに配送、10%割引"],
])("a prepaid plan says in %s how often it delivers", (locale, words) => {
  const prepaid: OfferedPlan = {
    ...monthly,
    interval: { unit: "month", count: 6 },
    deliveryInterval: { unit: "month", count: 1 },
  };
  expect(plain(describePlan(prepaid, i18nOf(locale)))).toBe(words);
});

const eur = { currency: "EUR" };

test.each<[string, Partial<OfferedPlan>]>([
  [
    "Every 2 weeks, 12.5% off the first 3 charges",
    {
      interval: { unit: "week", count: 2 },
      price: { discount: { kind: "percentage", percentage: 12.5 }, cycles: 3 },
    },
  ],
  [
    "Every month, €2.50 off the first charge",
    { price: { discount: { kind: "fixed_amount", amount: "2.50", ...eur }, cycles: 1 } },
  ],
  [
    "Every month, €15.00 each, first 14 days free",
    {
      price: { discount: { kind: "fixed_price", amount: "15.00", ...eur }, cycles: null },
      trial: { days: 14, fee: "0.00", ...eur },
    },
  ],
  [
    "Every month, full price, first day for €1.00",
    {
      price: { discount: null, cycles: null },
      trial: { days: 1, fee: "1.00", ...eur },
    },
  ],
  ["Does not renew, price set outside the app", { interval: null, price: null }],
])("%s", (words, plan) => {
  expect(describePlan({ ...monthly, ...plan }, i18nOf("en"))).toBe(words);
});

function keysOf(words: object, before = ""): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object"
      ? keysOf(value, `${before}${key}.`)
      : [`${before}${key} ${(value.match(/\{\{\w+\}\}/g) ?? []).toSorted().join()}`],
  );
}

// "Every month" counts one without its figure; Japanese has one form alone, which says the number.
const withoutCounts = (keys: string[]) =>
  keys.map((key) => key.replace(/\{\{count\}\},?|,(?=\{\{count)/g, "")).toSorted();

test.each(["de", "fr", "es", "ja"])(
  "%s has every text of the default language, with the same values in it",
  (locale) => {
    expect(withoutCounts(keysOf(wordsOf(locale)))).toEqual(withoutCounts(keysOf(wordsOf("en"))));
  },
);
