import { isAppEmbed } from "#storefront/liquid/block-schema.ts";
import type { ExtensionBlock, ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import type { DevstoreState } from "../state/devstore-state.ts";
import { type DevShop, hasLegacyAccounts } from "../state/shop.ts";
import type { DevTheme, ThemeLook } from "../state/theme.ts";

export type { DevTheme, SavedSettings, ThemeLook } from "../state/theme.ts";

const lookAtFirst: ThemeLook = {
  design: "dawn-like",
  scheme: "light",
  direction: "ltr",
  cart: "drawer",
};

/** Where the demo theme has room for app blocks, in the order in which they are offered. */
function blockTemplatesOf(shop: DevShop): string[] {
  // With new accounts the account pages are the platform's, and no theme has a template for them.
  return ["page.membership", ...(hasLegacyAccounts(shop) ? ["customers/account"] : []), "cart"];
}

/** How the shop's pages look, whether the app is there or not. */
export function readLook(state: DevstoreState, shop: DevShop): ThemeLook {
  return { ...lookAtFirst, ...state.get(shop.domain, "theme", "theme")?.look };
}

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
    look: readLook(state, shop),
    blocks: blocks
      .filter(({ schema }) => !isAppEmbed(schema))
      .flatMap((block) =>
        blockTemplatesOf(shop)
          .filter((template) => mayStandOn(block, template))
          .map((template) => {
            const id = placementId(block.handle, template);
            return (
              saved?.blocks.find((placed) => placed.id === id) ?? {
                id,
                handle: block.handle,
                template,
                enabled: standsAtFirst(shop, block, template),
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

/**
 * A block that names its templates is added there. On a page only where there is no account page of the theme,
 * so that shoppers find on the membership page what is about them.
 */
function standsAtFirst(
  shop: DevShop,
  { schema }: Pick<ExtensionBlock, "schema">,
  template: string,
): boolean {
  if (schema.enabled_on?.templates === undefined) return true;
  return !hasLegacyAccounts(shop) || !template.startsWith("page.");
}

function placementId(handle: string, template: string): string {
  return `${handle}__${template.replace(/\W+/g, "_")}`;
}
