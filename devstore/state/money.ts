const noDecimals = new Set(["JPY", "KRW", "VND", "CLP", "ISK", "UGX", "XAF", "XOF", "PYG"]);

/** The number of decimal places of a currency. */
export function currencyDigits(currency: string): number {
  return noDecimals.has(currency) ? 0 : 2;
}

/** "12.5" for 1250 EUR: the GraphQL Decimal drops trailing zeros but keeps one digit. */
export function decimalOfMinor(minor: number, currency: string): string {
  const text = fixedOfMinor(minor, currency);
  if (!text.includes(".")) return `${text}.0`;
  return text.replace(/0+$/, "").replace(/\.$/, ".0");
}

/** "12.50" for 1250 EUR: what webhook payloads carry. */
export function fixedOfMinor(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  return (minor / 10 ** digits).toFixed(digits);
}

/** 1250 for "12.5" EUR; undefined when the text is no decimal number. */
export function minorOfDecimal(decimal: string | number, currency: string): number | undefined {
  const text = String(decimal);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return Math.round(Number(text) * 10 ** currencyDigits(currency));
}
