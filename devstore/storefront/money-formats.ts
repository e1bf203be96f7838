import { defaultMoneyFormats, type MoneyFormats } from "#storefront/liquid/format-money.ts";
import type { DevShop } from "../state/shop.ts";

/**
 * How a shop shows its prices. A merchant sets this once, for all languages of the store: a shop of euros
 * which is kept in English has the point where the platform's default has a comma.
 */
export function moneyFormatsOf(shop: Pick<DevShop, "currency" | "locale">): MoneyFormats {
  const formats = defaultMoneyFormats(shop.currency);
  if (!shop.locale.startsWith("en")) return formats;
  const withPoint = (format: string) => format.replace("amount_with_comma_separator", "amount");
  return { plain: withPoint(formats.plain), withCurrency: withPoint(formats.withCurrency) };
}
