import type { Liquid, Template } from "liquidjs";
import type { BlockSchema, BlockTarget } from "./block-schema.ts";
import { merchantWords, settingsOf } from "./block-settings.ts";
import { createEngine } from "./create-engine.ts";
import { liquidObjects } from "./liquid-objects.ts";
import { type LiquidGlobals, renderStateKey } from "./render-state.ts";
import type { SettingValue } from "./setting-types.ts";
import type { StorefrontContext } from "./storefront-context.ts";
import type { ExtensionBlock, ThemeExtension } from "./theme-extension.ts";
import { escapeHtml } from "./translate.ts";

/** A block as a theme holds it: which one, and what the merchant set. */
export interface BlockInstance {
  handle: string;
  id: string;
  settings: Readonly<Record<string, SettingValue>>;
}

export interface RenderedBlock {
  /** With the element around it that the platform makes; an embed in the head has none. */
  html: string;
  target: BlockTarget;
  /** Assets which the block's schema asks for; the page loads each of them once. */
  stylesheet: string | null;
  javascript: string | null;
  /** Missing translations and the like: the platform renders on, a developer should know. */
  problems: string[];
}

interface CompiledExtension {
  engine: Liquid;
  templates: Map<string, Template[]>;
}

const compiled = new WeakMap<ThemeExtension, CompiledExtension>();

/**
 * Renders one app block or app embed as the platform would put it into a page. Throws for a block that is
 * not there and for Liquid which the platform does not know.
 */
export function renderBlock(
  extension: ThemeExtension,
  instance: BlockInstance,
  context: StorefrontContext,
): RenderedBlock {
  const block = extension.blocks.get(instance.handle);
  if (block === undefined) throw new Error(`the extension has no block "${instance.handle}"`);
  const problems: string[] = [];
  const globals: LiquidGlobals = {
    ...liquidObjects(context),
    block: blockObject(extension, block, instance, context),
    section: { id: "main" },
    [renderStateKey]: { extension, context, problems },
  };
  const { schema } = block;
  if (!isAvailable(schema, context)) {
    return { html: "", target: schema.target, stylesheet: null, javascript: null, problems };
  }
  const { engine } = compile(extension);
  const content: string = engine.renderSync(templatesOf(extension, block), {}, { globals });
  return {
    html: wrap(extension, block, instance, content),
    target: schema.target,
    stylesheet: schema.stylesheet === undefined ? null : context.assetUrl(schema.stylesheet),
    javascript: schema.javascript === undefined ? null : context.assetUrl(schema.javascript),
    problems,
  };
}

/** `available_if` names a metafield of the app's installation, and only the boolean true lets the block in. */
function isAvailable(schema: BlockSchema, context: StorefrontContext): boolean {
  if (schema.available_if === undefined) return true;
  const [, namespace, key] = /app\.metafields\.([\w-]+)\.([\w-]+)/.exec(schema.available_if) ?? [];
  return context.appMetafields.some(
    (metafield) =>
      metafield.namespace === namespace &&
      metafield.key === key &&
      metafield.type === "boolean" &&
      metafield.value === "true",
  );
}

function compile(extension: ThemeExtension): CompiledExtension {
  const known = compiled.get(extension);
  if (known !== undefined) return known;
  const fresh = { engine: createEngine(extension), templates: new Map<string, Template[]>() };
  compiled.set(extension, fresh);
  return fresh;
}

function templatesOf(extension: ThemeExtension, block: ExtensionBlock): Template[] {
  const { engine, templates } = compile(extension);
  const known = templates.get(block.handle);
  if (known !== undefined) return known;
  const parsed = engine.parse(block.source, `blocks/${block.handle}.liquid`);
  templates.set(block.handle, parsed);
  return parsed;
}

function blockObject(
  extension: ThemeExtension,
  block: ExtensionBlock,
  instance: BlockInstance,
  context: StorefrontContext,
): Record<string, unknown> {
  const primary = context.languages.find((language) => language.primary) ?? context.language;
  const editorData = JSON.stringify({ id: instance.id, type: blockAddress(extension, block) });
  return {
    id: instance.id,
    type: blockAddress(extension, block),
    name: merchantWords(extension, block.schema.name, primary.locale),
    settings: settingsOf(extension, block, instance.settings, primary.locale),
    shopify_attributes: context.page.designMode
      ? `data-shopify-editor-block="${escapeHtml(editorData)}"`
      : "",
  };
}

function blockAddress(extension: ThemeExtension, block: ExtensionBlock): string {
  return `shopify://apps/${extension.handle}/blocks/${block.handle}/${extension.version}`;
}

function wrap(
  extension: ThemeExtension,
  block: ExtensionBlock,
  instance: BlockInstance,
  content: string,
): string {
  const { target, tag = "div", class: extraClass } = block.schema;
  if (target === "head" || target === "compliance_head") {
    return `<!-- BEGIN app block: ${blockAddress(extension, block)} -->${content}<!-- END app block -->`;
  }
  const classes = ["shopify-block", "shopify-app-block", extraClass].filter(Boolean).join(" ");
  const id = escapeHtml(instance.id);
  return `<${tag} id="shopify-block-${id}" class="${escapeHtml(classes)}">${content}</${tag}>`;
}
