import type { Words } from "../../../ui-extensions/read-ui-extension.ts";
import type { ExtensionStart } from "./extension-messages.ts";

/** The platform's `shopify.i18n`: words of the extension's own files, figures by the staff member's locale. */
export function createI18n(start: ExtensionStart) {
  const { locale, words, defaultWords, defaultLocale } = start;
  const formatNumber = (number: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, options).format(number);
  return Object.freeze({
    translate(key: string, replacements: Record<string, string | number> = {}): string {
      const own = lookUp(words, locale, key, replacements.count);
      const text = own ?? lookUp(defaultWords, defaultLocale, key, replacements.count);
      if (text === undefined) throw new Error(`No translation for ${key}`);
      return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
        const value = replacements[name];
        if (value === undefined) throw new Error(`${key} needs a value for ${name}`);
        return typeof value === "number" ? formatNumber(value) : value;
      });
    },
    formatNumber,
    formatCurrency: (amount: number, options: Intl.NumberFormatOptions = {}) =>
      formatNumber(amount, { ...options, style: "currency" }),
  });
}

function lookUp(
  words: Words,
  locale: string,
  key: string,
  count: string | number | undefined,
): string | undefined {
  let found: string | Words | undefined = words;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  if (typeof found !== "object" || typeof count !== "number") {
    return typeof found === "string" ? found : undefined;
  }
  const form = found[new Intl.PluralRules(locale).select(count)] ?? found.other;
  return typeof form === "string" ? form : undefined;
}
