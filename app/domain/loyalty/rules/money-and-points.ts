import { currencyExponent } from "#app/lib/money.ts";

/** A setting in major units as minor units. What a currency without decimals cannot hold is rounded. */
export function toMinor(major: number, currency: string): number {
  return Math.round(major * 10 ** currencyExponent(currency));
}

/** Points for an amount, rounded down. `rate`: points for one major unit, of at most two decimals. */
export function pointsForMoney(minor: number, rate: number, currency: string): number {
  const hundredths = BigInt(Math.round(rate * 100)) * BigInt(minor);
  return Number(hundredths / (100n * 10n ** BigInt(currencyExponent(currency))));
}
