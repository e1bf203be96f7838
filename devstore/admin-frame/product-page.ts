import { html } from "hono/html";
import type { Devstore } from "../devstore.ts";
import type { DevStaffMember } from "../sign-in/staff.ts";
import type { DevProduct, DevVariant } from "../state/catalog.ts";
import { fixedOfMinor } from "../state/money.ts";
import type { DevShop } from "../state/shop.ts";
import type { Html } from "../storefront/storefront-request.ts";
import type { FoundUiExtension } from "../ui-extensions/current-ui-extension.ts";
import { renderAdmin } from "./admin-layout.ts";
import { purchaseOptionsCard } from "./purchase-options-card.ts";

/**
 * A product's page of the platform's admin, or a variant's: `/admin/products/7001/variants/8001`. Null where the store
 * has none.
 */
export function productPage(
  devstore: Devstore,
  shop: DevShop,
  staff: DevStaffMember,
  path: string,
  found: FoundUiExtension,
): Promise<Response> | null {
  const [, productId = "", variantId] =
    /^\/admin\/products\/(\d+)(?:\/variants\/(\d+))?$/.exec(path) ?? [];
  const product = devstore.state.get(shop.domain, "product", productId);
  if (product === undefined) return null;
  const variant = product.variants.find(({ id }) => String(id) === variantId) ?? null;
  if (variantId !== undefined && variant === null) return null;
  const title = variant === null ? product.title : `${product.title}, ${variant.title}`;
  return renderAdmin({
    devstore,
    shop,
    staff,
    path: "/admin/products",
    title,
    body: html`<main class="plain"><p>${backLink(product, variant)}</p><h1>${title}</h1>
${purchaseOptionsCard({ devstore, shop, staff, found, product, variant })}
${variant === null ? variantList(shop, product) : ""}
<h2>What the development store holds</h2>
<pre class="record" tabindex="0">${JSON.stringify(variant ?? product, null, 2)}</pre></main>`,
  });
}

function backLink(product: DevProduct, variant: DevVariant | null): Html {
  return variant === null
    ? html`<a href="/admin/products">← products</a>`
    : html`<a href="/admin/products/${product.id}">← ${product.title}</a>`;
}

function variantList(shop: DevShop, { id, variants }: DevProduct): Html {
  return html`<section class="card" aria-labelledby="variants-title"><h2 id="variants-title">Variants</h2>
<ul class="card__list">${variants.map(
    (
      variant,
    ) => html`<li><a href="/admin/products/${id}/variants/${variant.id}">${variant.title}</a>
<span>${fixedOfMinor(variant.priceMinor, shop.currency)} ${shop.currency}</span></li>`,
  )}</ul></section>`;
}
