import { html } from "hono/html";
import { renderPage } from "../layout.ts";
import { productArt } from "../product-art.ts";
import { pathIn, type StorefrontRequest, t } from "../storefront-request.ts";
import { productGrid, productsForSale } from "./product-grid.ts";

export function homePage(page: StorefrontRequest): Promise<Response> {
  const products = productsForSale(page);
  const first = products.find((product) => product.productType === "Plants");
  return renderPage(page, {
    title: t(page, "home.heading"),
    template: "index",
    content: (appBlocks) => html`
<section class="hero">
<div class="wrap hero__row">
<div class="hero__words">
<h1>${t(page, "home.heading")}</h1>
<p>${t(page, "home.text")}</p>
<p class="actions">
<a class="button" href="${pathIn(page, "/collections/all")}">${t(page, "home.shop")}</a>
<a class="button button--quiet" href="${pathIn(page, "/pages/membership")}">${t(page, "home.join")}</a>
</p>
</div>
<div class="hero__picture">${productArt(first ?? { id: 3, productType: "Plants" })}</div>
</div>
</section>
<section class="wrap section">
<h2>${t(page, "home.products")}</h2>
${productGrid(page, products.slice(0, 8))}
</section>
<section class="club">
<div class="wrap club__row">
<div><h2>${t(page, "home.club_heading")}</h2><p>${t(page, "home.club_text")}</p></div>
<a class="button button--light" href="${pathIn(page, "/pages/membership")}">${t(page, "home.join")}</a>
</div>
</section>
${String(appBlocks) === "" ? "" : html`<div class="wrap section">${appBlocks}</div>`}`,
  });
}
