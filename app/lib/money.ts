import { BEYOND_ISO, currencyDigits } from "#storefront/money/currency-digits.ts";

/**
 * Money is an integer number of minor units with its currency (ISO 4217). A decimal text appears
 * only at the edges: on the platform's side and in the APIs.
 */

/** Whether it has the form of a currency's code (ISO 4217), or is one that the platform has besides. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) || BEYOND_ISO.split(" ").includes(text);
}

/** Number of minor digits of a currency: 2 for EUR, 0 for JPY, 3 for KWD. @throws RangeError unless {@link isCurrencyCode}. */
export function currencyExponent(currency: string): number {
  if (!isCurrencyCode(currency)) {
    throw new RangeError(`${currency} is no currency that this app knows`);
  }
  return currencyDigits(currency);
}

/**
 * Reads a plain decimal text ("12", "-12.5", "12.50") exactly, without floating point.
 *
 * @returns minor units, or null when the text is no plain decimal, has more non-zero decimals than
 * the currency, or does not fit a safe integer.
 */
export function parseDecimalToMinor(text: string, currency: string): number | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const exponent = currencyExponent(currency);
  const fraction = withoutTrailingZeros(match[3] ?? "");
  if (fraction.length > exponent) return null;
  const minor = Number(`${match[1]}${match[2]}${fraction.padEnd(exponent, "0")}`);
  if (!Number.isSafeInteger(minor)) return null;
  return minor === 0 ? 0 : minor;
}

/** A loop, because a pattern anchored only at the end takes quadratic time on many zeros. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** Minor units as a decimal text with exactly the currency's decimals: 1250 EUR is "12.50", 1250 JPY is "1250". */
export function formatMinor(minor: number, currency: string): string {
  return formatScaled(minor, currencyExponent(currency));
}

/**
 * Minor units as a decimal text with two decimals, or with three where the currency has them: 1250 JPY is "1250.00", 12505 KWD is
 * "12.505". Nothing is rounded.
 */
export function formatMinorExactly(minor: number, currency: string): string {
  const text = formatMinor(minor, currency);
  return currencyExponent(currency) === 0 ? `${text}.00` : text;
}

function formatScaled(value: number, exponent: number): string {
  const digits = Math.abs(value)
    .toString()
    .padStart(exponent + 1, "0");
  const sign = value < 0 ? "-" : "";
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
