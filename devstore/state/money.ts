import { currencyDigits } from "#storefront/money/currency-digits.ts";

export { currencyDigits };

/** "12.5" for 1250 EUR: the GraphQL Decimal drops trailing zeros but keeps one digit. */
export function decimalOfMinor(minor: number, currency: string): string {
  const text = fixedOfMinor(minor, currency);
  if (!text.includes(".")) return `${text}.0`;
  return text.replace(/0+$/, "").replace(/\.$/, ".0");
}

/** "12.50" for 1250 EUR: what webhook payloads carry. */
export function fixedOfMinor(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** 1250 for "12.5" EUR; undefined when the text is no decimal number. */
export function minorOfDecimal(decimal: string | number, currency: string): number | undefined {
  const text = String(decimal);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return Math.round(Number(text) * 10 ** currencyDigits(currency));
}
