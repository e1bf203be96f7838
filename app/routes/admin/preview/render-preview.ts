import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ShopContext } from "#app/domain/context.ts";
import { projectFolder } from "#app/lib/project-folder.ts";
import { defaultMoneyFormats } from "#storefront/liquid/format-money.ts";
import { readExtension } from "#storefront/liquid/read-extension.ts";
import { renderBlock } from "#storefront/liquid/render-block.ts";
import {
  emptyCart,
  type StorefrontContext,
  type StorefrontLanguage,
} from "#storefront/liquid/storefront-context.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { escapeHtml } from "#storefront/liquid/translate.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { PREVIEW_LANGUAGES } from "./preview-steps.ts";
import { samplePreviewState } from "./sample-facts.ts";

/** A reason as the storefront renders it. */
type ShownReason = NonNullable<PreviewRequest["reasons"]>[number];

let extension: ThemeExtension | null = null;

/**
 * The cancel flow as a whole page: the theme extension's own block, styles and custom element, standing
 * still at one moment. The page needs nothing from anywhere else, so that it runs in a frame without an
 * origin.
 */
export function renderPreview(
  context: Pick<ShopContext, "shop" | "clock">,
  request: PreviewRequest,
  reasons: readonly ShownReason[],
): string {
  extension ??= readExtension(join(projectFolder(), "extensions", "storefront"));
  const block = renderBlock(
    extension,
    { handle: "membership", id: "preview", settings: { preview: "card" } },
    storefrontOf(context, request, reasons, extension),
  );
  const state = escapeHtml(JSON.stringify(samplePreviewState(context, request)));
  const html = block.html.replace(
    /data-preview-state="[^"]*"/,
    () => `data-preview-state="${state}"`,
  );
  return `<!doctype html>
<html lang="${request.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
${block.stylesheet ? `<link rel="stylesheet" href="${block.stylesheet}">` : ""}
<style>body { margin: 1rem; background: #fff; color: #222; font: 1rem/1.5 system-ui, sans-serif; }</style>
</head>
<body><main aria-label="Preview">${html}</main>${block.javascript ? `<script src="${block.javascript}" defer></script>` : ""}</body>
</html>`;
}

function storefrontOf(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  request: PreviewRequest,
  reasons: readonly ShownReason[],
  theme: ThemeExtension,
): StorefrontContext {
  const languages = PREVIEW_LANGUAGES.map(({ locale, name }) => languageOf(locale, name));
  const chosen = PREVIEW_LANGUAGES.find(({ locale }) => locale === request.locale);
  const origin = `https://${shop.domain}`;
  const settings = { reasons, contact_email: shop.contactEmail };
  return {
    shop: {
      id: 0,
      name: shop.name,
      email: shop.contactEmail,
      permanentDomain: shop.domain,
      domain: shop.domain,
      url: origin,
      currency: shop.currency,
      timezone: shop.ianaTimezone,
      moneyFormats: defaultMoneyFormats(shop.currency),
      taxesIncluded: true,
    },
    customer: null,
    appMetafields: [
      {
        namespace: "cancel_flow",
        key: "settings",
        type: "json",
        value: JSON.stringify(settings),
      },
    ],
    language: languageOf(request.locale, chosen?.name ?? request.locale),
    languages,
    page: {
      template: "customers/account",
      suffix: null,
      path: "/account",
      origin,
      designMode: true,
    },
    product: null,
    cart: emptyCart(shop.currency),
    themeSettings: {},
    now: clock.now(),
    assetUrl: (name) => assetAsData(theme, name),
  };
}

function languageOf(locale: string, name: string): StorefrontLanguage {
  const primary = locale === "en";
  return { locale, name, primary, rootUrl: primary ? "/" : `/${locale}` };
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };

/** The asset's own content as its address: a frame without an origin can load nothing else of ours. */
function assetAsData(theme: ThemeExtension, name: string): string {
  const asset = theme.assets.get(name);
  if (!asset) throw new Error(`The theme extension has no asset ${name}.`);
  const type = MEDIA_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  return `data:${type};base64,${readFileSync(asset.path).toString("base64")}`;
}
