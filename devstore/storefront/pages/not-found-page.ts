import { html } from "hono/html";
import { renderPage } from "../layout.ts";
import { pathIn, type StorefrontRequest, t } from "../storefront-request.ts";

export function notFoundPage(page: StorefrontRequest): Promise<Response> {
  return renderPage(page, {
    title: t(page, "not_found.heading"),
    template: "404",
    status: 404,
    content: (appBlocks) => html`<div class="wrap section narrow">
<h1>${t(page, "not_found.heading")}</h1>
<p>${t(page, "not_found.text")}</p>
<p><a class="button" href="${pathIn(page, "/")}">${t(page, "nav.shop")}</a></p>
${appBlocks}
</div>`,
  });
}
