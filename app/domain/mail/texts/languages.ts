import { supportedLocale } from "#app/lib/locale.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import type { MailTexts } from "./mail-texts.ts";

/** The languages of mails: those of the storefront. */
export const MAIL_LANGUAGES = ["en", "de", "es", "fr", "ja"] as const;

export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

export const MAIL_TEXTS: Readonly<Record<MailLanguage, MailTexts>> = { en, de, es, fr, ja };

/**
 * The language of a customer's locale, and the locale in which amounts and dates are written with it. English where
 * there are no words in theirs.
 */
export function languageOf(locale: string | null): { language: MailLanguage; locale: string } {
  const known = supportedLocale(locale);
  const language = MAIL_LANGUAGES.find((one) => one === known?.split("-")[0]);
  return known && language ? { language, locale: known } : { language: "en", locale: "en" };
}
