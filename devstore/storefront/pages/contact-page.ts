import { html } from "hono/html";
import { renderPage } from "../layout.ts";
import { type StorefrontRequest, t } from "../storefront-request.ts";

/** How to reach the store: at the address that every store of the platform has from its first day. */
export function contactPage(page: StorefrontRequest): Promise<Response> {
  const { name, email } = page.shop;
  return renderPage(page, {
    title: t(page, "contact.heading"),
    template: "page.contact",
    content: (appBlocks) => html`<div class="wrap section narrow">
<h1>${t(page, "contact.heading")}</h1>
<p class="lead">${t(page, "contact.text", { name })}</p>
<p><a class="button" href="mailto:${encodeURIComponent(email).replace("%40", "@")}">${t(page, "contact.write")}</a></p>
<p class="quiet">${email}</p>
${appBlocks}
</div>`,
  });
}
