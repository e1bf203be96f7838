import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import { buildScript, versionOf } from "./build-script.ts";
import { type ServedAsset, serveAsset } from "./serve-asset.ts";

/** The development store's own styles and scripts; the app's lie in its extension. */
const scripts = {
  "admin-frame.js": new URL("../admin-frame/browser/admin-frame.ts", import.meta.url),
  "extension-host.js": new URL(
    "../admin-frame/browser/extension-host/extension-host.ts",
    import.meta.url,
  ),
  "extension-sandbox.js": new URL(
    "../admin-frame/browser/extension-host/extension-sandbox.ts",
    import.meta.url,
  ),
  "extension-worker.js": new URL(
    "../admin-frame/browser/extension-host/extension-worker.ts",
    import.meta.url,
  ),
  "dev-home.js": new URL("../dev-home/browser/dev-home.ts", import.meta.url),
  "tour.js": new URL("../tour/browser/tour.ts", import.meta.url),
  "cart-drawer.js": new URL("../storefront/browser/cart-drawer.ts", import.meta.url),
  "theme-editor.js": new URL("../storefront/browser/theme-editor.ts", import.meta.url),
} as const;
const styles = {
  "theme.css": new URL("./theme.css", import.meta.url),
  "theme-dawn-like.css": new URL("./theme-dawn-like.css", import.meta.url),
  "theme-horizon-like.css": new URL("./theme-horizon-like.css", import.meta.url),
  "admin-frame.css": new URL("./admin-frame.css", import.meta.url),
  "dev-home.css": new URL("./dev-home.css", import.meta.url),
  "tour.css": new URL("./tour.css", import.meta.url),
} as const;

export type OwnAsset = keyof typeof scripts | keyof typeof styles;

const readStyles = new Map<string, ServedAsset>();

/** Address of one of the store's own files, which changes with its content. */
export function ownAssetUrl(name: OwnAsset): string {
  return `/cdn/devstore/${ownAsset(name).version}/${name}`;
}

export function mountOwnAssets(app: Hono): void {
  app.get("/cdn/devstore/:version/:name", (c) => {
    const name = c.req.param("name");
    if (!isOwnAsset(name)) return c.notFound();
    const asset = ownAsset(name);
    if (asset.version !== c.req.param("version")) return c.notFound();
    return serveAsset(c.req.raw, asset);
  });
}

function isOwnAsset(name: string): name is OwnAsset {
  return Object.hasOwn(scripts, name) || Object.hasOwn(styles, name);
}

function ownAsset(name: OwnAsset): ServedAsset {
  if (name in scripts) return buildScript(scripts[name as keyof typeof scripts]);
  const known = readStyles.get(name);
  if (known !== undefined) return known;
  const content = readFileSync(styles[name as keyof typeof styles]);
  const asset = { content, type: "text/css; charset=utf-8", version: versionOf(content) };
  readStyles.set(name, asset);
  return asset;
}
