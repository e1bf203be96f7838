import { raw } from "hono/html";
import { isAppEmbed } from "#storefront/liquid/block-schema.ts";
import {
  type BlockInstance,
  type RenderedBlock,
  renderBlock,
} from "#storefront/liquid/render-block.ts";
import type { StorefrontContext } from "#storefront/liquid/storefront-context.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { escapeHtml } from "#storefront/liquid/translate.ts";
import type { Html, StorefrontRequest } from "./storefront-request.ts";
import { mayStandOn, readTheme } from "./theme.ts";

/** What the app adds to one page. */
export interface AppBlocks {
  /** Embeds of the head and the assets which blocks ask for. */
  head: Html;
  /** The template's own blocks, in their order. */
  section: Html;
  /** Embeds before the end of the body. */
  bodyEnd: Html;
}

const nothing: AppBlocks = { head: raw(""), section: raw(""), bodyEnd: raw("") };

/** Renders the app's blocks and embeds on a template. */
export function renderAppBlocks(
  page: StorefrontRequest,
  template: string,
  context: StorefrontContext,
): AppBlocks {
  const { extension } = page;
  if (extension === null) return nothing;
  const theme = readTheme(page.devstore.state, page.shop, extension);
  const embeds = [...extension.blocks.values()]
    .filter((block) => isAppEmbed(block.schema) && mayStandOn(block, template))
    .flatMap(({ handle }) => {
      const embed = theme.embeds.find((candidate) => candidate.handle === handle);
      if (embed === undefined || !embed.enabled) return [];
      return [{ handle, id: `${handle}__embed`, settings: embed.settings }];
    });
  const placed = theme.blocks.filter((block) => block.enabled && block.template === template);
  const sections = placed.map((block) => renderOrSay(extension, block, context));
  const others = embeds.map((embed) => renderOrSay(extension, embed, context));
  const inTarget = (target: string) =>
    others.filter((block) => block.target === target).map((block) => block.html);
  return {
    head: raw(
      [
        ...inTarget("compliance_head"),
        ...inTarget("head"),
        assetTags([...sections, ...others]),
      ].join("\n"),
    ),
    section: raw(sections.map((block) => block.html).join("\n")),
    bodyEnd: raw(inTarget("body").join("\n")),
  };
}

/** A block that cannot be rendered shows an error in its place, as on the platform, and the page continues. */
function renderOrSay(
  extension: ThemeExtension,
  instance: BlockInstance,
  context: StorefrontContext,
): RenderedBlock {
  try {
    const rendered = renderBlock(extension, instance, context);
    for (const problem of rendered.problems) {
      console.warn(`devstore: block ${instance.handle}: ${problem}`);
    }
    return rendered;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(`devstore: block ${instance.handle}: ${message}`);
    const target = extension.blocks.get(instance.handle)?.schema.target ?? "section";
    const html =
      target === "section" || target === "body"
        ? `<p class="liquid-error">Liquid error: ${escapeHtml(message)}</p>`
        : `<!-- Liquid error: ${message.replaceAll("--", "- -")} -->`;
    return { html, target, stylesheet: null, javascript: null, problems: [message] };
  }
}

/** Each asset once, however many blocks ask for it. */
function assetTags(blocks: RenderedBlock[]): string {
  const styles = new Set(blocks.flatMap((block) => block.stylesheet ?? []));
  const scripts = new Set(blocks.flatMap((block) => block.javascript ?? []));
  return [
    ...[...styles].map((url) => `<link href="${escapeHtml(url)}" rel="stylesheet" media="all">`),
    ...[...scripts].map((url) => `<script src="${escapeHtml(url)}" defer></script>`),
  ].join("\n");
}
