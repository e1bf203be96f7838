import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ShopContext } from "#app/domain/context.ts";
import { projectFolder } from "#app/lib/project-folder.ts";
import { defaultMoneyFormats } from "#storefront/liquid/format-money.ts";
import { readExtension } from "#storefront/liquid/read-extension.ts";
import {
  type BlockInstance,
  type RenderedBlock,
  renderBlock,
} from "#storefront/liquid/render-block.ts";
import {
  emptyCart,
  type StorefrontContext,
  type StorefrontLanguage,
  type StorefrontMetafield,
} from "#storefront/liquid/storefront-context.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { PREVIEW_LANGUAGES } from "./preview-steps.ts";

let extension: ThemeExtension | null = null;

/**
 * One of the theme extension's own blocks on a page of the store's. Its assets have their content as their address, so that the
 * page needs nothing from anywhere else and runs in a frame without an origin.
 *
 * @param place what the page has that the block may read.
 */
export function renderPreviewBlock(
  context: Pick<ShopContext, "shop" | "clock">,
  block: BlockInstance,
  locale: string,
  place: Pick<StorefrontContext, "page" | "appMetafields"> & Partial<StorefrontContext>,
): RenderedBlock {
  extension ??= readExtension(join(projectFolder(), "extensions", "storefront"));
  return renderBlock(extension, block, storefrontOf(context, extension, locale, place));
}

function storefrontOf(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  theme: ThemeExtension,
  locale: string,
  place: Parameters<typeof renderPreviewBlock>[3],
): StorefrontContext {
  const chosen = PREVIEW_LANGUAGES.find((one) => one.locale === locale);
  return {
    shop: {
      id: 0,
      name: shop.name,
      email: shop.contactEmail,
      permanentDomain: shop.domain,
      domain: shop.domain,
      url: originOf(shop),
      currency: shop.currency,
      timezone: shop.ianaTimezone,
      moneyFormats: defaultMoneyFormats(shop.currency),
      taxesIncluded: true,
    },
    customer: null,
    language: languageOf(locale, chosen?.name ?? locale),
    languages: PREVIEW_LANGUAGES.map((one) => languageOf(one.locale, one.name)),
    product: null,
    cart: emptyCart(shop.currency),
    themeSettings: {},
    now: clock.now(),
    assetUrl: (name) => assetAsData(theme, name),
    ...place,
  };
}

/** The storefront's address as the previews have it. */
export function originOf({ domain }: Pick<ShopContext["shop"], "domain">): string {
  return `https://${domain}`;
}

/** A metafield as Liquid gets it. */
export function jsonMetafield(namespace: string, key: string, value: object): StorefrontMetafield {
  return { namespace, key, type: "json", value: JSON.stringify(value) };
}

/** A page that has no script needs nothing but its styles. */
const STYLES_ALONE = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src data: 'unsafe-inline'">`;

/** A whole page around blocks. */
export function previewPage(
  locale: string,
  content: string,
  {
    stylesheet,
    javascript,
    style = "",
  }: { stylesheet: string | null; javascript: string | null; style?: string },
): string {
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
${javascript ? "" : STYLES_ALONE}
${stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : ""}
<style>body { margin: 1rem; background: #fff; color: #222; font: 1rem/1.5 system-ui, sans-serif; }${style}</style>
</head>
<body><main aria-label="Preview">${content}</main>${javascript ? `<script src="${javascript}" defer></script>` : ""}</body>
</html>`;
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
