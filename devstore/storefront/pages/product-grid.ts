import { html } from "hono/html";
import type { DevProduct } from "../../state/catalog.ts";
import { productArt } from "../product-art.ts";
import { type Html, money, pathIn, type StorefrontRequest, t } from "../storefront-request.ts";

export function productsForSale(page: StorefrontRequest): DevProduct[] {
  return page.devstore.state
    .list(page.shop.domain, "product")
    .filter((product) => product.status === "ACTIVE" && product.variants.length > 0);
}

export function productGrid(page: StorefrontRequest, products: DevProduct[]): Html {
  if (products.length === 0) return html`<p>${t(page, "product.none")}</p>`;
  return html`<ul class="grid">${products.map(
    (product) => html`<li class="card">
<a href="${pathIn(page, `/products/${product.handle}`)}">
<span class="card__picture">${productArt(product)}</span>
<span class="card__title">${product.title}</span>
<span class="card__price">${priceOf(page, product)}</span>
</a></li>`,
  )}</ul>`;
}

/** "From" only where the variants' prices differ. */
export function priceOf(page: StorefrontRequest, product: DevProduct): Html | string {
  const prices = product.variants.map((variant) => variant.priceMinor);
  const lowest = Math.min(...prices);
  const price = money(page, lowest);
  return prices.some((other) => other !== lowest) ? t(page, "product.from", { price }) : price;
}

/** A membership is nothing that could be bought once. */
export function soldByPlanOnly(product: Pick<DevProduct, "productType">): boolean {
  return product.productType === "Membership";
}
