import { fileURLToPath } from "node:url";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildScript } from "../assets/build-script.ts";
import { serveAsset } from "../assets/serve-asset.ts";
import type { Devstore, MountPages } from "../devstore.ts";
import { findShop } from "../find-shop.ts";
import type { DevStaffMember } from "../sign-in/staff.ts";
import { type DevShop, shopHandle } from "../state/shop.ts";
import { seeOther } from "../storefront/redirect.ts";
import { watchUiExtension } from "../ui-extensions/current-ui-extension.ts";
import { renderAdmin } from "./admin-layout.ts";
import { appFramePage } from "./app-frame-page.ts";
import { adminPathOf } from "./app-path.ts";
import { chooseStaff, staffChoicePath, staffOfRequest } from "./choose-staff.ts";
import { productPage } from "./product-page.ts";
import { extensionScriptUrl } from "./purchase-options-card.ts";
import { recordPage } from "./record-pages.ts";

const purchaseOptionsFolder = fileURLToPath(
  new URL("../../extensions/purchase-options/", import.meta.url),
);
const appBridge = new URL("./browser/app-bridge/app-bridge.ts", import.meta.url);

type Answer = Response | Promise<Response>;

/**
 * The embedded admin: the frame around the app, the stand-in for App Bridge, session tokens, and the pages of products
 * with the app's extension.
 *
 * @param extensionFolder where the admin extension lies; the app's own unless a test has another.
 */
export function adminFramePages(extensionFolder = purchaseOptionsFolder): MountPages {
  return (app, devstore) => {
    const currentExtension = watchUiExtension(extensionFolder, devstore.appConfig.apiVersion);
    app.get("/cdn/ui-extensions/*", (c) => {
      const found = currentExtension();
      const known = found !== null && "extension" in found ? found.extension : null;
      return known !== null && extensionScriptUrl(known) === c.req.path
        ? serveAsset(c.req.raw, known.script)
        : c.notFound();
    });
    const handle = (page: (shop: DevShop, c: Context) => Answer) => (c: Context) => {
      const shop = findShop(devstore, c.req.raw);
      return shop === undefined ? c.notFound() : page(shop, c);
    };
    const appPath = `/admin/apps/${devstore.appConfig.handle}`;
    app.get("/__dev/app-bridge.js", (c) =>
      serveAsset(c.req.raw, buildScript(appBridge), { immutable: false }),
    );
    app.post("/admin/oauth/install", (c) => install(app, c, appPath));
    app.post(staffChoicePath, (c) => chooseStaff(c.req.raw));
    app.get("/__dev/open-app", (c) => openApp(devstore, c));
    app.get("/admin", (c) => c.redirect(appPath));
    for (const path of [appPath, `${appPath}/*`]) {
      app.get(
        path,
        handle((shop, c) => {
          const { pathname, search } = new URL(c.req.url);
          return appFramePage(
            devstore,
            shop,
            staffOfRequest(c.req.raw),
            `${pathname.slice(appPath.length)}${search}`,
          );
        }),
      );
    }
    app.get(
      "/admin/*",
      handle((shop, c) => {
        const staff = staffOfRequest(c.req.raw);
        return (
          productPage(devstore, shop, staff, c.req.path, currentExtension()) ??
          recordPage(devstore, shop, staff, c.req.path) ??
          missingPage(devstore, shop, staff, c.req.path)
        );
      }),
    );
  };
}

/** The merchant agrees to the app's scopes; what follows is the control's, which opens the app for the first time. */
async function install(app: Hono, c: Context, appPath: string): Promise<Response> {
  const headers = { host: c.req.header("host") ?? "", "content-type": "application/json" };
  const answer = await app.request(new URL("/__dev/install", c.req.url), {
    method: "POST",
    headers,
    body: "{}",
  });
  if (answer.ok) return seeOther(appPath);
  const { errors } = (await answer.json()) as { errors: { message: string }[] };
  const reason = errors.map((error) => error.message).join("; ");
  return seeOther(`${appPath}?${new URLSearchParams({ failed: reason })}`);
}

/** Where App Bridge leads a page of the app that was opened outside of the admin. */
function openApp(devstore: Devstore, c: Context): Answer {
  const shop = devstore.state.shop(c.req.query("shop") ?? "");
  if (shop === undefined) return c.notFound();
  const path = adminPathOf(devstore.appConfig.handle, localOnly(c.req.query("path")));
  return seeOther(`${shopOrigin(devstore, shop, c)}${path}`);
}

/** A shop has its own host on `*.localhost`; elsewhere all shops share one address. */
function shopOrigin(devstore: Devstore, shop: DevShop, c: Context): string {
  const url = new URL(c.req.url);
  const here = findShop(devstore, c.req.raw);
  if (here?.domain === shop.domain || !url.hostname.endsWith("localhost")) return url.origin;
  return `${url.protocol}//${shopHandle(shop)}.localhost${url.port === "" ? "" : `:${url.port}`}`;
}

function localOnly(path: string | undefined): string {
  return path?.startsWith("/") && !path.startsWith("//") ? path : "/";
}

async function missingPage(
  devstore: Devstore,
  shop: DevShop,
  staff: DevStaffMember,
  path: string,
): Promise<Response> {
  const page = await renderAdmin({
    devstore,
    shop,
    staff,
    path,
    title: "Not here",
    body: html`<main class="plain"><h1>This page is the platform's</h1>
<p>The development store has nothing to show at ${path}.</p></main>`,
  });
  return new Response(page.body, { status: 404, headers: page.headers });
}
