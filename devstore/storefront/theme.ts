import { isAppEmbed } from "#storefront/liquid/block-schema.ts";
import type { ExtensionBlock, ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import type { DevstoreState } from "../state/devstore-state.ts";
import type { DevShop } from "../state/shop.ts";
import type { DevTheme } from "../state/theme.ts";

export type { DevTheme, SavedSettings } from "../state/theme.ts";

/** Where the demo theme has room for app blocks, in the order in which they are offered. */
const blockTemplates = ["page.membership", "customers/account", "cart"] as const;

/** The shop's theme: what was saved, and for blocks the merchant has not met yet the theme's own choice. */
export function readTheme(
  state: DevstoreState,
  shop: DevShop,
  extension: ThemeExtension,
): DevTheme {
  const saved = state.get(shop.domain, "theme", "theme");
  const blocks = [...extension.blocks.values()];
  return {
    id: "theme",
    blocks: blocks
      .filter(({ schema }) => !isAppEmbed(schema))
      .flatMap((block) =>
        blockTemplates
          .filter((template) => mayStandOn(block, template))
          .map((template) => {
            const id = placementId(block.handle, template);
            return (
              saved?.blocks.find((placed) => placed.id === id) ?? {
                id,
                handle: block.handle,
                template,
                enabled: standsAtFirst(block, template),
                settings: {},
              }
            );
          }),
      ),
    embeds: blocks
      .filter(({ schema }) => isAppEmbed(schema))
      .map(
        ({ handle }) =>
          saved?.embeds.find((embed) => embed.handle === handle) ?? {
            handle,
            enabled: false,
            settings: {},
          },
      ),
  };
}

export function saveTheme(state: DevstoreState, shop: DevShop, theme: DevTheme): void {
  state.put(shop.domain, "theme", theme);
}

export function resetTheme(state: DevstoreState, shop: DevShop): void {
  state.remove(shop.domain, "theme", "theme");
}

/** Whether the block's schema lets it onto a template, by its `enabled_on` or `disabled_on`. */
export function mayStandOn({ schema }: Pick<ExtensionBlock, "schema">, template: string): boolean {
  const [type = template] = template.split(".");
  const lists = (templates: string[] | undefined) =>
    templates !== undefined && (templates.includes("*") || templates.includes(type));
  if (schema.enabled_on?.templates !== undefined) return lists(schema.enabled_on.templates);
  return !lists(schema.disabled_on?.templates);
}

/** A block that names its templates is added there, except on pages: the merchant chooses which ones. */
function standsAtFirst({ schema }: Pick<ExtensionBlock, "schema">, template: string): boolean {
  return schema.enabled_on?.templates === undefined || !template.startsWith("page.");
}

function placementId(handle: string, template: string): string {
  return `${handle}__${template.replace(/\W+/g, "_")}`;
}
