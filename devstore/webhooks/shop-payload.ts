import { taxTermsOf } from "../orders/figures/order-taxes.ts";
import type { DevShop } from "../state/shop.ts";

/** Body of shop/update and app/uninstalled. */
export function shopPayload(shop: DevShop): Record<string, unknown> {
  return {
    id: shop.id,
    name: shop.name,
    email: shop.email,
    customer_email: shop.email,
    domain: shop.domain,
    myshopify_domain: shop.domain,
    currency: shop.currency,
    taxes_included: taxTermsOf(shop).included,
    iana_timezone: shop.timezone,
    country_code: shop.countryCode,
    primary_locale: shop.locale,
    plan_name: shop.plan,
    created_at: shop.createdAt,
  };
}
