import {
  currencyExponent,
  formatMinor,
  isCurrencyCode,
  parseDecimalToMinor,
} from "#app/lib/money.ts";
import { UnreadableValue } from "../platform-failure.ts";

/** Money as the Admin API writes it. */
export interface AdminMoney {
  amount: string;
  currencyCode: string;
}

/**
 * Minor units of an amount. The platform may write more decimals than the currency has ("1500.0" yen);
 * a price that really has more of them, which an app can set, is rounded half up.
 *
 * @throws UnreadableValue when the text is no decimal, or more than can be counted, or the currency is unknown.
 */
export function readMoney({ amount, currencyCode }: AdminMoney): number {
  if (!isCurrencyCode(currencyCode)) {
    throw new UnreadableValue(`${currencyCode} is no currency that this app knows`);
  }
  const exact = parseDecimalToMinor(amount, currencyCode);
  if (exact !== null) return exact;
  const match = /^(-?)(\d+)\.(\d+)$/.exec(amount);
  if (match === null) throw new UnreadableValue(`${amount} ${currencyCode} is no amount of money`);
  const [, sign = "", whole = "", decimals = ""] = match;
  const exponent = currencyExponent(currencyCode);
  const kept = Number(whole + decimals.slice(0, exponent));
  const minor = kept + (decimals.charAt(exponent) >= "5" ? 1 : 0);
  if (!Number.isSafeInteger(minor)) {
    throw new UnreadableValue(
      `${amount} ${currencyCode} is more money than can be counted exactly`,
    );
  }
  return sign === "-" && minor !== 0 ? -minor : minor;
}

/** Minor units as the number that the platform takes where its schema says Float. */
export function toFloatAmount(minor: number, currency: string): number {
  return Number(formatMinor(minor, currency));
}
