import type { StorefrontLanguage } from "#storefront/liquid/storefront-context.ts";
import type { DevShop } from "../state/shop.ts";
import de from "./locales/de.json" with { type: "json" };
import en from "./locales/en.json" with { type: "json" };
import es from "./locales/es.json" with { type: "json" };
import fr from "./locales/fr.json" with { type: "json" };
import ja from "./locales/ja.json" with { type: "json" };

/** The words of the demo theme; every language has the same keys. */
export type ThemeWords = typeof en;

const words: Readonly<Record<string, ThemeWords>> = { en, de, fr, es, ja };

const endonyms: Readonly<Record<string, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
};

export const shopLanguages = Object.keys(words);

export function themeWords(locale: string): ThemeWords {
  return words[locale] ?? en;
}

/** The languages of a shop: its own without a prefix in the address, the others below `/{locale}`. */
export function languagesOf(shop: DevShop): StorefrontLanguage[] {
  const primary = primaryLocale(shop);
  return shopLanguages.map((locale) => ({
    locale,
    name: endonyms[locale] ?? locale,
    primary: locale === primary,
    rootUrl: locale === primary ? "/" : `/${locale}`,
  }));
}

function primaryLocale(shop: DevShop): string {
  return shopLanguages.includes(shop.locale) ? shop.locale : "en";
}
