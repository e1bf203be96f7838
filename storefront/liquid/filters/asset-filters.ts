import { readFileSync } from "node:fs";
import type { Context, Liquid } from "liquidjs";
import { namedArguments } from "../named-arguments.ts";
import { renderStateOf } from "../render-state.ts";
import type { ExtensionAsset } from "../theme-extension.ts";
import { escapeHtml } from "../translate.ts";

const inlineLimitBytes = 15 * 1024;
const inlineEndings = /\.(css|js|svg)$/;

/** Registers what turns an asset's name into its address, a tag or its content. */
export function registerAssetFilters(engine: Liquid): void {
  engine.registerFilter("asset_url", function (name: unknown) {
    return renderStateOf(this.context).context.assetUrl(assetOf(this.context, name).name);
  });
  engine.registerFilter("inline_asset_content", function (name: unknown) {
    const asset = assetOf(this.context, name);
    if (!inlineEndings.test(asset.name) || asset.sizeBytes >= inlineLimitBytes) {
      throw new Error(`assets/${asset.name} cannot be inlined: SVG, JS and CSS below 15 KB can`);
    }
    return readFileSync(asset.path, "utf8");
  });
  engine.registerFilter("stylesheet_tag", (url: unknown, ...args: unknown[]) => {
    const { media = "all", ...rest } = namedArguments(args);
    delete rest.preload;
    return `<link${attributes({ href: url, rel: "stylesheet", type: "text/css", media, ...rest })} />`;
  });
  engine.registerFilter(
    "script_tag",
    (url: unknown) => `<script${attributes({ src: url, type: "text/javascript" })}></script>`,
  );
  engine.registerFilter("preload_tag", (url: unknown, ...args: unknown[]) => {
    return `<link${attributes({ href: url, rel: "preload", ...namedArguments(args) })} />`;
  });
}

function assetOf(context: Context, name: unknown): ExtensionAsset {
  const { extension } = renderStateOf(context);
  const asset = extension.assets.get(String(name));
  if (asset === undefined) throw new Error(`assets/${String(name)} is not in the extension`);
  return asset;
}

function attributes(values: Record<string, unknown>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join("");
}
