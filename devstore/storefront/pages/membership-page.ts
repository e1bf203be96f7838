import { html } from "hono/html";
import { renderPage } from "../layout.ts";
import { type Html, pathIn, type StorefrontRequest, signInPath, t } from "../storefront-request.ts";
import { productsForSale, soldByPlanOnly } from "./product-grid.ts";

const promises = ["credit", "delivery", "first"] as const;

/** The page for members: the app's blocks are its middle, and without them the theme still says what it can. */
export function membershipPage(page: StorefrontRequest): Promise<Response> {
  return renderPage(page, {
    title: t(page, "membership.heading"),
    template: "page.membership",
    content: (appBlocks) => html`<div class="wrap section narrow">
<h1>${t(page, "membership.heading")}</h1>
<p class="lead">${t(page, "membership.text")}</p>
<div class="app-blocks">${String(appBlocks) === "" ? withoutApp(page) : appBlocks}</div>
<ul class="promises">${promises.map(
      (name) => html`<li><h2>${t(page, `membership.${name}_heading`)}</h2>
<p>${t(page, `membership.${name}_text`)}</p></li>`,
    )}</ul>
${joinLink(page)}
</div>`,
  });
}

/** The way in, for who is not a member. */
function joinLink(page: StorefrontRequest): Html | string {
  const isMember = page.devstore.state
    .list(page.shop.domain, "contract")
    .some(
      ({ customerId, status }) =>
        customerId === page.customer?.id && (status === "ACTIVE" || status === "PAUSED"),
    );
  const club = productsForSale(page).find(soldByPlanOnly);
  if (isMember || club === undefined) return "";
  return html`<p class="actions"><a class="button" href="${pathIn(page, `/products/${club.handle}`)}">${t(page, "membership.join", { name: club.title })}</a></p>`;
}

function withoutApp(page: StorefrontRequest): Html {
  if (page.customer !== undefined) return html`<p>${t(page, "membership.none")}</p>`;
  return html`<div class="notice"><p>${t(page, "membership.signed_out")}</p>
<a class="button" href="${signInPath(page)}">${t(page, "nav.sign_in")}</a></div>`;
}
