import { currencyExponent } from "./money.ts";

// What about a hundred, and about ten thousand, of a currency buys what one euro or dollar does. By their worth and not by their
// decimals: the forint has two, and a coffee costs a thousand of them.
const HUNDREDS = new Set(
  "AMD ARS BIF CLP CRC DJF DZD HUF INR ISK JMD JPY KES KMF KRW KZT LKR MMK MRU NGN NPR PHP PKR RSD RWF SOS SYP TZS VUV XAF XOF XPF YER".split(
    " ",
  ),
);
const TEN_THOUSANDS = new Set(
  "COP GNF IDR IQD IRR KHR LAK LBP MGA MNT PYG SLL UGX UZS VND".split(" "),
);

/**
 * A round amount to begin with, or to show as an example: in any currency of about the size of so many euros.
 *
 * @returns minor units.
 */
export function usualAmountMinor(units: number, currency: string): number {
  const worth = HUNDREDS.has(currency) ? 100 : TEN_THOUSANDS.has(currency) ? 10_000 : 1;
  return units * worth * 10 ** currencyExponent(currency);
}
