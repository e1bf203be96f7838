import { currencyExponent } from "./money.ts";

/** A plain decimal ("12.50", "-3"), or why the text is none. Nothing typed is an empty text. */
export type TypedAmount = { text: string; problem: null } | { text: null; problem: string };

/**
 * Reads an amount as a person types it: with the decimal sign of their locale, or with a point. A text that may mean
 * two amounts is neither: in German "1.234" is a thousand and more, in English one and a quarter, and people copy both.
 */
export function readTypedAmount(typed: string, locale: string, currency: string): TypedAmount {
  const text = typed.trim().replace("−", "-");
  const match = /^-?\d{1,30}(?:([.,])(\d{1,30}))?$/.exec(text);
  const [, sign, decimals = ""] = match ?? [];
  if (text === "" || (match && sign === undefined)) return { text, problem: null };
  const own = decimalSign(locale);
  const isOwnThird = sign === own && currencyExponent(currency) === 3;
  if (match && decimals.length === 3 && !isOwnThird) {
    const problem = `Can be read in two ways. Type it without a thousands separator, for example ${typeAmount("1234.50", locale)}.`;
    return { text: null, problem };
  }
  if (match && (sign === "." || sign === own)) {
    return { text: text.replace(",", "."), problem: null };
  }
  const [plain, negative] = [typeAmount("12.50", locale), "-5"];
  const problem = `Must be a number in plain decimals, for example ${plain} or ${negative}.`;
  return { text: null, problem };
}

/** A plain decimal as a person of the locale types it: "12.50" is "12,50" in German. */
export function typeAmount(plain: string, locale: string): string {
  return decimalSign(locale) === "," ? plain.replace(".", ",") : plain;
}

/** A point where the locale's own sign is on few keyboards. */
function decimalSign(locale: string): "." | "," {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(1.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "," : ".";
}
