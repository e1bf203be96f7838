import { html } from "hono/html";
import { renderPage } from "../layout.ts";
import { type StorefrontRequest, t } from "../storefront-request.ts";
import { productGrid, productsForSale } from "./product-grid.ts";

export function collectionPage(page: StorefrontRequest): Promise<Response> {
  return renderPage(page, {
    title: t(page, "product.all"),
    template: "collection",
    content: (appBlocks) => html`<div class="wrap section">
<h1>${t(page, "product.all")}</h1>
${productGrid(page, productsForSale(page))}
${appBlocks}
</div>`,
  });
}
