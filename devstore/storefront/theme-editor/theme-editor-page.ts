import { html, raw } from "hono/html";
import { merchantWords, settingsOf } from "#storefront/liquid/block-settings.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { favicon } from "../../assets/favicon.ts";
import { ownAssetUrl } from "../../assets/own-assets.ts";
import { type DevShop, hasLegacyAccounts } from "../../state/shop.ts";
import { cartTypes, colorSchemes, textDirections, themeDesigns } from "../../state/theme.ts";
import { languagesOf } from "../languages.ts";
import { type Html, inLanguage } from "../storefront-request.ts";
import type { DevTheme, SavedSettings, ThemeLook } from "../theme.ts";
import { settingField } from "./setting-field.ts";

const previewPaths: Readonly<Record<string, string>> = {
  "page.membership": "/pages/membership",
  "customers/account": "/account",
  cart: "/cart",
};

const lookFields: readonly [keyof ThemeLook, string, readonly string[]][] = [
  ["design", "Theme", themeDesigns],
  ["scheme", "Color scheme", colorSchemes],
  ["direction", "Direction of the text", textDirections],
  ["cart", "Cart", cartTypes],
];

export interface EditorNotice {
  text: string;
  failed: boolean;
}

/** The small theme editor: the app's blocks and embeds on the left, the page they stand on at the right. */
export async function themeEditorPage(
  shop: DevShop,
  extension: ThemeExtension | null,
  theme: DevTheme | null,
  notice: EditorNotice | null,
): Promise<string> {
  const body = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Theme editor – ${shop.name}</title>
<link rel="icon" href="${favicon}"><link rel="stylesheet" href="${ownAssetUrl("dev-home.css")}">
<script src="${ownAssetUrl("theme-editor.js")}" defer></script>
</head>
<body class="editor">
<header class="bar" aria-label="Theme editor"><a href="/__dev">What you can try</a><h1>Theme editor</h1><a href="/">Back to ${shop.name}</a></header>
<div class="editor__row">
<main class="editor__side" aria-label="Settings">
<p class="quiet">What a merchant sets in the platform's theme editor for the app's blocks and embeds.</p>
<p id="notice" role="status" class="${notice === null ? "quiet" : notice.failed ? "bad" : "good"}">${notice?.text ?? ""}</p>
${extension === null || theme === null ? missing(shop) : forms(extension, theme, shop)}
</main>
<section class="editor__preview" aria-label="Preview">${preview(shop)}</section>
</div>
</body>
</html>`;
  return String(body);
}

function missing(shop: DevShop): Html {
  return html`<p>${shop.name} does not have the app, so its theme shows none of its blocks.</p>`;
}

function forms(extension: ThemeExtension, theme: DevTheme, shop: DevShop): Html {
  const words = (text: string | undefined) =>
    text === undefined ? "" : merchantWords(extension, text, "en");
  const form = (
    placed: { handle: string; enabled: boolean; settings: SavedSettings },
    hidden: Html,
    where: string,
    path: string,
  ) => {
    const block = extension.blocks.get(placed.handle);
    if (block === undefined) return raw("");
    const values = settingsOf(extension, block, placed.settings, shop.locale);
    const key = `${placed.handle}-${where}`.replace(/\W+/g, "-");
    return html`<details class="panel"${raw(path === "" || path === previewPaths["page.membership"] ? " open" : "")}><summary>${words(block.schema.name)} <span class="quiet">${where}</span></summary>
<form method="post" action="/__dev/theme" data-preview="${path}">${hidden}
<label class="check"><input type="checkbox" name="enabled"${raw(placed.enabled ? " checked" : "")}> Switched on</label>
${block.schema.settings.map((setting) =>
  settingField(setting, values[setting.id ?? ""] ?? null, words, `${key}-${setting.id}`),
)}
<p class="buttons"><button type="submit">Save</button><button type="submit" name="reset" value="1" class="quiet-button">Use the defaults</button></p>
</form></details>`;
  };
  return html`<h2>Theme</h2>${lookForm(theme.look)}
<h2>App embeds</h2>
${theme.embeds.map((embed) =>
  form(embed, html`<input type="hidden" name="embed" value="${embed.handle}">`, "every page", ""),
)}
<h2>App blocks</h2>
${theme.blocks.map((block) =>
  form(
    block,
    html`<input type="hidden" name="block" value="${block.id}">`,
    block.template,
    previewPaths[block.template] ?? "",
  ),
)}`;
}

function lookForm(look: ThemeLook): Html {
  return html`<details class="panel" open><summary>The whole theme</summary>
<form method="post" action="/__dev/theme"><input type="hidden" name="look" value="1">
${lookFields.map(
  ([name, label, values]) =>
    html`<div class="field"><label for="look-${name}">${label}</label><select id="look-${name}" name="${name}">${values.map(
      (value) =>
        html`<option value="${value}"${raw(value === look[name] ? " selected" : "")}>${value}</option>`,
    )}</select></div>`,
)}
<p class="buttons"><button type="submit">Save</button></p>
</form></details>`;
}

function preview(shop: DevShop): Html {
  const languages = languagesOf(shop);
  const paths = Object.entries(previewPaths).filter(
    ([template]) => template !== "customers/account" || hasLegacyAccounts(shop),
  );
  return html`<div class="preview__tools">
<label>Page <select id="preview-path">${paths.map(
    ([template, path]) => html`<option value="${path}">${template}</option>`,
  )}</select></label>
<label>Language <select id="preview-root">${languages.map(
    (language) => html`<option value="${inLanguage(language, "")}">${language.name}</option>`,
  )}</select></label>
<label>Width <select id="preview-width"><option value="390">Phone</option><option value="100%">Desktop</option></select></label>
</div>
<iframe id="preview" title="Preview of the page" src="/pages/membership?design_mode=1" width="390"></iframe>`;
}
