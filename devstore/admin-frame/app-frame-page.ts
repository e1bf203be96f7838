import { html, raw } from "hono/html";
import { safeJson } from "#storefront/liquid/filters/text-filters.ts";
import type { Devstore } from "../devstore.ts";
import { appUrlOf } from "../find-shop.ts";
import { adminHostParameter, embeddedAppUrl } from "../sign-in/mint-session-token.ts";
import { type DevStaffMember, staffName } from "../sign-in/staff.ts";
import type { DevShop } from "../state/shop.ts";
import type { Html } from "../storefront/storefront-request.ts";
import { renderAdmin } from "./admin-layout.ts";
import { appPathOf } from "./app-path.ts";
import type { FrameConfig } from "./messages.ts";

/** The configuration of the frame's script, embedded in the page as JSON. */
export interface FrameSettings {
  appName: string;
  handle: string;
  appOrigin: string;
  staff: { id: number; name: string; accountAccess: string };
  config: FrameConfig;
  scopes: { granted: string[]; required: string[]; optional: string[] };
}

/**
 * The embedded app inside the admin.
 * @param rest of the address behind the app's handle, with its query: the page of the app to open.
 */
export function appFramePage(
  devstore: Devstore,
  shop: DevShop,
  staff: DevStaffMember,
  rest: string,
): Promise<Response> {
  const { name, handle } = devstore.appConfig;
  const appUrl = appUrlOf(devstore, shop);
  const page = { devstore, shop, staff, path: `/admin/apps/${handle}`, title: name };
  if (shop.installation === null || appUrl === null) {
    return renderAdmin({ ...page, body: notInstalled(devstore, shop, failureOf(rest)) });
  }
  const settings: FrameSettings = {
    appName: name,
    handle,
    appOrigin: new URL(appUrl).origin,
    staff: {
      id: staff.id,
      name: staffName(staff),
      accountAccess: staff.accountOwner ? "full" : "limited",
    },
    config: {
      apiKey: devstore.appConfig.apiKey,
      shop: shop.domain,
      host: adminHostParameter(shop),
      locale: staff.locale,
    },
    scopes: {
      granted: shop.installation.scopes,
      required: devstore.appConfig.scopes,
      optional: [],
    },
  };
  const src = embeddedAppUrl(devstore, shop, staff, appUrl, appPathOf(rest));
  return renderAdmin({
    ...page,
    head: html`<script type="application/json" id="frame-settings">${raw(safeJson(settings))}</script>`,
    body: html`<main class="app">
<div class="progress" id="progress" hidden></div>
<div class="title-bar" id="title-bar"><span class="app-mark" aria-hidden="true">P</span><h1 id="title">${name}</h1><div class="title-bar__actions" id="title-actions"></div></div>
<iframe id="app" name="app-iframe" title="${name}" src="${src}" allow="clipboard-write"></iframe>
<div class="toasts" id="toasts" role="status" aria-live="polite"></div>
</main>
<div class="save-bar" id="save-bar" role="region" aria-label="Unsaved changes" hidden>
<p>Unsaved changes</p><button type="button" id="discard">Discard</button><button type="button" id="save" class="primary">Save</button></div>
<dialog class="confirm" id="confirm" aria-labelledby="confirm-title"><form method="dialog">
<h2 id="confirm-title"></h2><p id="confirm-text"></p>
<p class="confirm__buttons"><button value="stay" autofocus>Keep editing</button><button value="leave" class="critical" id="confirm-leave"></button></p>
</form></dialog>`,
  });
}

/** Why the last attempt to install failed, from the address. */
function failureOf(rest: string): string | null {
  return new URL(rest, "http://admin.invalid").searchParams.get("failed");
}

function notInstalled({ appConfig }: Devstore, shop: DevShop, failure: string | null): Html {
  return html`<main class="plain"><h1>${appConfig.name} is not installed</h1>
${failure === null ? "" : html`<p class="bad" role="alert">It could not be installed: ${failure}</p>`}
<p>${shop.name} ${shop.uninstalledAt === null ? "has never had" : "has removed"} the app.</p>
<p>It asks for: ${appConfig.scopes.join(", ")}.</p>
<form method="post" action="/admin/oauth/install"><button type="submit" class="primary">Install</button></form></main>`;
}
