import { html, raw } from "hono/html";
import { isSoldWith, planPrice } from "../../orders/price-checkout.ts";
import type { DevProduct, DevSellingPlan } from "../../state/catalog.ts";
import { renderPage } from "../layout.ts";
import { productArt } from "../product-art.ts";
import { type Html, money, pathIn, type StorefrontRequest, t } from "../storefront-request.ts";
import { notFoundPage } from "./not-found-page.ts";
import { priceOf, soldByPlanOnly } from "./product-grid.ts";

export function productPage(page: StorefrontRequest, handle: string): Promise<Response> {
  const product = page.devstore.state
    .list(page.shop.domain, "product")
    .find((candidate) => candidate.handle === handle && candidate.status === "ACTIVE");
  if (product === undefined) return notFoundPage(page);
  return renderPage(page, {
    title: product.title,
    template: "product",
    product,
    content: (appBlocks) => html`<div class="wrap section product">
<div class="product__picture">${productArt(product)}</div>
<div class="product__facts">
<p class="eyebrow">${product.productType || product.vendor}</p>
<h1>${product.title}</h1>
<p class="product__price"><span class="visually-hidden">${t(page, "product.price")}</span> ${priceOf(page, product)}</p>
<div class="prose">${raw(product.descriptionHtml)}</div>
${buyForm(page, product)}
<ul class="ticks"><li>${t(page, "product.free")}</li><li>${t(page, "product.pause")}</li></ul>
${appBlocks}
</div>
</div>`,
  });
}

function buyForm(page: StorefrontRequest, product: DevProduct): Html {
  return html`<form class="buy" method="post" action="${pathIn(page, "/cart/add")}">
${variantChoice(page, product)}
${planChoice(page, product)}
<div class="buy__row">
<label class="field field--small"><span>${t(page, "product.quantity")}</span>
<input type="number" name="quantity" value="1" min="1" max="99" inputmode="numeric" required></label>
<button class="button" type="submit">${t(page, "product.add")}</button>
</div>
</form>`;
}

function variantChoice(page: StorefrontRequest, product: DevProduct): Html {
  const [only] = product.variants;
  if (product.variants.length === 1 && only !== undefined) {
    return html`<input type="hidden" name="id" value="${only.id}">`;
  }
  return html`<label class="field"><span>${t(page, "product.variant")}</span>
<select name="id">${product.variants.map(
    (variant) =>
      html`<option value="${variant.id}">${variant.title} · ${money(page, variant.priceMinor)}</option>`,
  )}</select></label>`;
}

/** Once, or on one of the plans which the shop offers for this product. */
function planChoice(page: StorefrontRequest, product: DevProduct): Html {
  const plans = plansFor(page, product);
  if (plans.length === 0) return raw("");
  const price = product.variants[0]?.priceMinor ?? 0;
  const once = { id: "", words: t(page, "product.one_time"), priceMinor: price };
  const choices = plans.map(({ plan, variants }) => {
    const words = variants === "" ? plan.name : `${plan.name} (${variants})`;
    return { id: String(plan.id), words, priceMinor: planPrice(price, plan) };
  });
  const all = soldByPlanOnly(product) ? choices : [once, ...choices];
  return html`<fieldset class="choices"><legend>${t(page, "product.how")}</legend>
${all.map(
  ({ id, words, priceMinor }, at) => html`<label class="choice">
<input type="radio" name="selling_plan" value="${id}"${raw(at === 0 ? " checked" : "")}>
<span>${words}</span><bdi>${money(page, priceMinor)}</bdi></label>`,
)}</fieldset>`;
}

/** Each plan with the titles of those variants that alone are sold with it; "" for the whole product. */
function plansFor(
  page: StorefrontRequest,
  product: DevProduct,
): { plan: DevSellingPlan; variants: string }[] {
  return page.devstore.state.list(page.shop.domain, "sellingPlanGroup").flatMap((group) => {
    const variants = product.variants.filter((variant) => isSoldWith(group, product, variant));
    if (variants.length === 0) return [];
    const titles =
      variants.length === product.variants.length
        ? ""
        : variants.map(({ title }) => title).join(", ");
    return group.plans.map((plan) => ({ plan, variants: titles }));
  });
}
