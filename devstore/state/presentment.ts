import { currencyDigits } from "./money.ts";
import type { DevShop } from "./shop.ts";

/** The currency that a shopper pays in. `rate` is what one unit of the shop's currency comes to in it. */
export interface Presentment {
  currency: string;
  rate: number;
}

type Seller = Pick<DevShop, "currency" | "rates">;

/** Undefined for a currency that the shop does not sell in. */
export function presentmentIn({ currency: own, rates = {} }: Seller, currency: string) {
  const rate = currency === own ? 1 : rates[currency];
  return rate === undefined ? undefined : { currency, rate };
}

/** An amount of the shop's currency in the shopper's, both in minor units. The platform rounds it to a whole one. */
export function toPresentment(
  minor: number,
  shopCurrency: string,
  { currency, rate }: Presentment,
): number {
  return Math.round(minor * rate * 10 ** (currencyDigits(currency) - currencyDigits(shopCurrency)));
}

/** The other way round: what the shop books of what a shopper pays. */
export function fromPresentment(
  minor: number,
  shopCurrency: string,
  { currency, rate }: Presentment,
): number {
  return Math.round(
    (minor / rate) * 10 ** (currencyDigits(shopCurrency) - currencyDigits(currency)),
  );
}
