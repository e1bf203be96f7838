import type { MailLanguage } from "#app/domain/mail/texts/languages.ts";
import { words as de } from "#storefront/portal/words/de.ts";
import { words as en, type Words } from "#storefront/portal/words/en.ts";
import { words as es } from "#storefront/portal/words/es.ts";
import { words as fr } from "#storefront/portal/words/fr.ts";
import { words as ja } from "#storefront/portal/words/ja.ts";

const WORDS: Readonly<Record<MailLanguage, Words>> = { en, de, es, fr, ja };

/** Parts of a request that the portal has a field for, and shows by the same name. */
const FIELDS = [
  ...(["first_name", "last_name", "company", "address1", "address2", "zip", "city"] as const),
  ...(["province_code", "country_code", "phone"] as const),
];

/** @returns what the shopper's page calls a field, such as `address.city`, without "optional"; its own name where the page has none. */
export function labelOfField(language: MailLanguage, field: string): string {
  const known = FIELDS.find((name) => field === `address.${name}`);
  return known ? (WORDS[language][known].split(/[(（]/)[0] ?? "").trim() : field;
}
