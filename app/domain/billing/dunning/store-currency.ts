import type { Queries } from "#app/lib/db.ts";
import type { ChargeErrorCode } from "#app/platform/platform-charge-error.ts";
import type { ShopContext } from "../../context.ts";

/** What of a store says whether its contracts can be charged: the currency of all amounts, and the platform's where that is another. */
interface StoreCurrencies {
  currency: string;
  platformCurrency: string | null;
}

/**
 * The currency that the store has on the platform, where that is why a charge failed: the store was in its own, and now is neither in
 * that nor in the charge's. Null where the payment method or something else is to blame.
 */
function currencyToBlame(
  code: ChargeErrorCode,
  chargedIn: string,
  { platformCurrency }: StoreCurrencies,
): string | null {
  if (code !== "INVALID_CURRENCY" || platformCurrency === chargedIn) return null;
  return platformCurrency;
}

/**
 * The same right after a charge has failed. The platform is asked where our row says nothing, because the news of a change may be
 * late or lost; it costs a call for this error alone.
 *
 * @throws PlatformFailure
 */
export async function askCurrencyToBlame(
  { db, shop, platform }: Pick<ShopContext, "db" | "shop" | "platform">,
  code: ChargeErrorCode,
  chargedIn: string,
): Promise<string | null> {
  if (code !== "INVALID_CURRENCY") return null;
  const store = await readCurrencies(db.prisma, shop.id);
  if (store.platformCurrency !== null) return currencyToBlame(code, chargedIn, store);
  const said = (await platform.getShop()).currency;
  const platformCurrency = said === store.currency ? null : said;
  return currencyToBlame(code, chargedIn, { ...store, platformCurrency });
}

/** Whether the store's currency, for which a charge has failed, is in its way no more. */
export async function isCurrencyBack(
  tx: Queries,
  shopId: bigint,
  failed: { storeCurrency: string | null; currency: string } | undefined,
): Promise<boolean> {
  if (!failed?.storeCurrency) return false;
  const store = await readCurrencies(tx, shopId);
  return currencyToBlame("INVALID_CURRENCY", failed.currency, store) === null;
}

function readCurrencies(tx: Queries, shopId: bigint): Promise<StoreCurrencies> {
  return tx.shop.findUniqueOrThrow({
    where: { id: shopId },
    select: { currency: true, platformCurrency: true },
  });
}
