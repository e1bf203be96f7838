import type { Shop } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";

/** The currency that amounts are kept in here, and the platform's where that is another one by now; null where it is the same. */
export type Currencies = Pick<Shop, "currency" | "platformCurrency">;

/** As they are now: the platform's may have changed since a page was opened. */
export function readCurrencies(queries: Queries, shopId: bigint): Promise<Currencies> {
  return queries.shop.findUniqueOrThrow({
    where: { id: shopId },
    select: { currency: true, platformCurrency: true },
  });
}

/**
 * Why no amount is sent to the platform, which would take it as one of another currency, or refuse it.
 *
 * @param instead what the merchant may do besides, as a sentence begins: "Give a percentage".
 * @returns null where the currencies are the same.
 */
export function describeOtherCurrency(
  { currency, platformCurrency }: Currencies,
  instead?: string,
): string | null {
  if (platformCurrency === null) return null;
  const remedy = instead ? `${instead}, or set` : "Set";
  return `The store's currency on the platform is now ${platformCurrency}, and amounts here are in ${currency}. ${remedy} the currency back to ${currency} first.`;
}
