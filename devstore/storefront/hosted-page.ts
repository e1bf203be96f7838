import { html } from "hono/html";
import { favicon } from "../assets/favicon.ts";
import { ownAssetUrl } from "../assets/own-assets.ts";
import { pageHeaders } from "./page-headers.ts";
import { type Html, pathIn, type StorefrontRequest, t } from "./storefront-request.ts";

/**
 * Answers one of the platform's own pages for customers: in no theme, and so without anything of an app's theme
 * extension.
 */
export async function renderHostedPage(
  page: StorefrontRequest,
  parts: { title: Html; content: Html },
): Promise<Response> {
  const body = await html`<!doctype html>
<html lang="${page.language.locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title} – ${page.shop.name}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${ownAssetUrl("theme.css")}">
</head>
<body class="hosted">
<header class="hosted__bar"><a class="brand" href="${pathIn(page, "/")}">${page.shop.name}</a>
<nav><a href="${pathIn(page, "/collections/all")}">${t(page, "nav.shop")}</a>
<a href="${pathIn(page, "/pages/membership")}">${t(page, "nav.membership")}</a></nav></header>
<main id="main">${parts.content}</main>
</body>
</html>`;
  return new Response(String(body), {
    headers: pageHeaders(page.language.locale),
  });
}
