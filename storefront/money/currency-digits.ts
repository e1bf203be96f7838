// The number of decimals of each currency, by ISO 4217. The runtime has another list, by how people write amounts, which changes
// from version to version and gives the forint none. An amount that is stored must not mean something else tomorrow.

/** Currencies without decimals: their codes, with spaces between. */
export const WITHOUT_DECIMALS =
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";

/** Currencies of three decimals, written alike. */
export const WITH_THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND";

/**
 * Codes of the platform that ISO 4217 has not, with spaces between. The coins behind USDC have six decimals, but what is sold for them is
 * priced in cents like the dollar, and the platform documents no other number.
 */
export const BEYOND_ISO = "USDC";

/** Decimals of a currency, by its code: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): 0 | 2 | 3 {
  if (WITHOUT_DECIMALS.includes(currency)) return 0;
  return WITH_THREE_DECIMALS.includes(currency) ? 3 : 2;
}
