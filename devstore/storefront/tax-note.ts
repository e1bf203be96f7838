import { taxTermsOf } from "../orders/figures/order-taxes.ts";
import { type Html, type StorefrontRequest, t } from "./storefront-request.ts";

/** What a cart says of taxes and delivery. */
export function taxNote(page: StorefrontRequest): Html {
  return t(page, taxTermsOf(page.shop).included ? "cart.taxes" : "cart.taxes_added");
}
