import { html, raw } from "hono/html";
import { renderLiquid } from "#storefront/liquid/render-liquid.ts";
import { renderPage } from "../layout.ts";
import { liquidContext } from "../liquid-context.ts";
import type { StorefrontRequest } from "../storefront-request.ts";

const withoutLayout = /^\s*\{%-?\s*layout\s+none\s*-?%\}/;

/** An app's answer of type application/liquid becomes a page of the theme, or with `{% layout none %}` a whole page. */
export async function renderProxyLiquid(
  page: StorefrontRequest,
  source: string,
  status: number,
): Promise<Response> {
  const liquid = source.replace(withoutLayout, "");
  const content = renderLiquid(liquid, liquidContext(page, "page"));
  if (withoutLayout.test(source)) {
    return new Response(content, {
      status,
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" },
    });
  }
  const rendered = await renderPage(page, {
    title: page.shop.name,
    template: "page",
    content: () => html`<div class="wrap section">${raw(content)}</div>`,
  });
  return new Response(rendered.body, { status, headers: rendered.headers });
}
