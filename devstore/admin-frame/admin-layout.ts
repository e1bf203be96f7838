import { html, raw } from "hono/html";
import { favicon } from "../assets/favicon.ts";
import { ownAssetUrl } from "../assets/own-assets.ts";
import type { Devstore } from "../devstore.ts";
import type { DevStaffMember } from "../sign-in/staff.ts";
import type { DevShop } from "../state/shop.ts";
import type { Html } from "../storefront/storefront-request.ts";
import { staffMenu } from "./choose-staff.ts";

export interface AdminPage {
  devstore: Devstore;
  shop: DevShop;
  /** Who is signed in. */
  staff: DevStaffMember;
  /** Path of the page below the store, for the menu's mark. */
  path: string;
  title: string;
  head?: Html;
  body: Html;
}

const icons = {
  home: "M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-4v-5H8v5H4a1 1 0 0 1-1-1z",
  orders: "M4 4h12v9h-3.5l-1 2h-3l-1-2H4zM4 13v3h12v-3",
  products: "M3 10V4h6l8 8-6 6zM6.5 7.5h.01",
  customers: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 7c.5-3.5 3-5 6-5s5.5 1.5 6 5z",
  store:
    "M4 8v8h12V8M3 8l1.5-4h11L17 8a2.3 2.3 0 0 1-4.600 0 2.3 2.3 0 0 1-4.700 0A2.3 2.3 0 0 1 3 8Z",
  lab: "M8 3h4M8.5 3v5L4 16a1 1 0 0 0 1 1.5h10a1 1 0 0 0 1-1.5L11.5 8V3",
} as const;

function icon(name: keyof typeof icons): Html {
  return raw(
    `<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="${icons[name]}"/></svg>`,
  );
}

/** The admin around every page: bar on top, menu at the side, and on a phone the menu behind a button. */
export async function renderAdmin(page: AdminPage): Promise<Response> {
  const body = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · ${page.shop.name}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${ownAssetUrl("admin-frame.css")}">
<script src="${ownAssetUrl("admin-frame.js")}" defer></script>
${page.head ?? ""}
</head>
<body>
<header class="top" id="top">
<button type="button" class="top__menu" id="menu-button" aria-expanded="false" aria-controls="side"><span class="sr">Menu</span><svg viewBox="0 0 20 20" width="20" height="20" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14"/></svg></button>
<p class="top__shop">${page.shop.name}</p>
${staffMenu(page.staff)}
</header>
<div class="frame">
${sideMenu(page)}
${page.body}
</div>
</body>
</html>`;
  return new Response(String(body), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": "frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    },
  });
}

function sideMenu({ devstore, path }: AdminPage): Html {
  const { name, handle } = devstore.appConfig;
  const item = (href: string, words: string, image: keyof typeof icons) =>
    html`<li><a href="${href}"${raw(path === href ? ' aria-current="page"' : "")}>${icon(image)}${words}</a></li>`;
  const appPath = `/admin/apps/${handle}`;
  const inApp = path === appPath || path.startsWith(`${appPath}/`);
  return html`<nav class="side" id="side" aria-label="Admin">
<ul>
${item("/admin/orders", "Orders", "orders")}
${item("/admin/products", "Products", "products")}
${item("/admin/customers", "Customers", "customers")}
</ul>
<p class="side__heading">Apps</p>
<ul><li><a href="${appPath}" id="app-link"${raw(inApp ? ' aria-current="page"' : "")}><span class="app-mark" aria-hidden="true">P</span>${name}</a>
<ul id="app-menu" class="side__sub"></ul></li></ul>
<p class="side__heading">This demo</p>
<ul>
${item("/", "Online store", "store")}
${item("/__dev", "What you can try", "lab")}
</ul>
</nav>`;
}
