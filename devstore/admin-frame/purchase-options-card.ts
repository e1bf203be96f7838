import { html, raw } from "hono/html";
import { safeJson } from "#storefront/liquid/filters/text-filters.ts";
import { ownAssetUrl } from "../assets/own-assets.ts";
import type { Devstore } from "../devstore.ts";
import { appUrlOf } from "../find-shop.ts";
import type { DevStaffMember } from "../sign-in/staff.ts";
import type { DevProduct, DevSellingPlanGroup, DevVariant } from "../state/catalog.ts";
import type { DevShop } from "../state/shop.ts";
import type { Html } from "../storefront/storefront-request.ts";
import type { FoundUiExtension } from "../ui-extensions/current-ui-extension.ts";
import { PURCHASE_OPTION_TARGETS, type UiExtension } from "../ui-extensions/read-ui-extension.ts";
import type { ExtensionStart } from "./browser/extension-host/extension-messages.ts";

/** What the page's script needs to run the extension, embedded as JSON. */
export interface ExtensionSettings {
  appName: string;
  handle: string;
  staffId: number;
  sandboxUrl: string;
  workerUrl: string;
  scriptUrl: string;
  start: Omit<ExtensionStart, "target" | "data">;
}

interface CardPage {
  devstore: Devstore;
  shop: DevShop;
  staff: DevStaffMember;
  found: FoundUiExtension;
  product: DevProduct;
  /** Null on the product's own page. */
  variant: DevVariant | null;
}

/** The address of an extension's script, which changes with its content. */
export function extensionScriptUrl({ handle, script }: UiExtension): string {
  return `/cdn/ui-extensions/${script.version}/${handle}.js`;
}

/**
 * The card of a product's or variant's page that says with which plans it is sold, and opens the app's extension. As
 * on the platform, it is there once the store has selling plans.
 */
export function purchaseOptionsCard(page: CardPage): Html {
  const { devstore, shop, found, product, variant } = page;
  const groups = devstore.state.list(shop.domain, "sellingPlanGroup");
  if (groups.length === 0) return raw("");
  const extension = found !== null && "extension" in found ? found.extension : null;
  const appUrl = shop.installation === null ? null : appUrlOf(devstore, shop);
  const target = PURCHASE_OPTION_TARGETS[variant === null ? "product" : "variant"];
  const canOpen = appUrl !== null && extension?.targets.has(target) === true;
  const id =
    variant === null
      ? `gid://shopify/Product/${product.id}`
      : `gid://shopify/ProductVariant/${variant.id}`;
  const opener = (group: DevSellingPlanGroup | null) =>
    html`<button type="button" data-target="${target}" data-id="${id}"${
      group === null
        ? raw(" data-add")
        : html` data-selling-plan-id="gid://shopify/SellingPlanGroup/${group.id}" aria-label="Edit ${group.name}"`
    }>${group === null ? "Add purchase option" : "Edit"}</button>`;
  const attached = groups.filter(
    ({ productIds, variantIds }) =>
      productIds.includes(product.id) || (variant !== null && variantIds.includes(variant.id)),
  );
  return html`<section class="card" id="purchase-options" aria-labelledby="purchase-options-title">
<h2 id="purchase-options-title">Purchase options</h2>
${found !== null && "problem" in found ? html`<p class="bad" role="alert">The app's extension cannot be used: ${found.problem}</p>` : ""}
${attached.length === 0 ? html`<p class="quiet">Sold once only.</p>` : ""}
<ul class="card__list">${attached.map(
    (group) => html`<li><span><strong>${group.name}</strong>
<span class="quiet">${group.plans.map(({ name }) => name).join(", ")}</span>
<span class="quiet">${group.isOfOtherApp ? "Another app" : devstore.appConfig.name}</span></span>
${canOpen && !group.isOfOtherApp ? opener(group) : ""}</li>`,
  )}</ul>
${canOpen ? opener(null) : ""}
</section>
${canOpen && extension !== null ? dialogOf(page, extension, appUrl) : ""}`;
}

function dialogOf(
  { devstore, staff }: CardPage,
  extension: UiExtension,
  appUrl: string | null,
): Html {
  const { words, defaultLocale } = extension;
  const settings: ExtensionSettings = {
    appName: devstore.appConfig.name,
    handle: devstore.appConfig.handle,
    staffId: staff.id,
    sandboxUrl: ownAssetUrl("extension-sandbox.js"),
    workerUrl: ownAssetUrl("extension-worker.js"),
    scriptUrl: extensionScriptUrl(extension),
    start: {
      appUrl: appUrl ?? "",
      locale: staff.locale,
      words: words.get(staff.locale) ?? words.get(staff.locale.split("-")[0] ?? "") ?? {},
      defaultLocale,
      defaultWords: words.get(defaultLocale) ?? {},
    },
  };
  return html`<dialog class="extension" id="extension" aria-labelledby="extension-heading">
<header class="extension__head"><span class="app-mark" aria-hidden="true">P</span><h2 id="extension-heading"></h2>
<button type="button" id="extension-close" aria-label="Close">✕</button></header>
<div class="extension__body" id="extension-body" tabindex="0" role="region" aria-labelledby="extension-heading"></div>
<footer class="extension__foot" id="extension-footer"></footer></dialog>
<script type="application/json" id="extension-settings">${raw(safeJson(settings))}</script>
<script src="${ownAssetUrl("extension-host.js")}" defer></script>`;
}
