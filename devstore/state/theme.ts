import type { SettingValue } from "#storefront/liquid/setting-types.ts";

export type SavedSettings = Readonly<Record<string, SettingValue>>;

/** An app block in one of the theme's templates. */
interface PlacedBlock {
  id: string;
  /** File name of the block in the extension. */
  handle: string;
  /** As the platform names templates: "page.membership", "customers/account". */
  template: string;
  enabled: boolean;
  settings: SavedSettings;
}

/** An app embed: off until the merchant turns it on. */
interface ThemeEmbed {
  handle: string;
  enabled: boolean;
  settings: SavedSettings;
}

export const themeDesigns = ["dawn-like", "horizon-like"] as const;
export const colorSchemes = ["light", "warm", "strong", "dark"] as const;
export const textDirections = ["ltr", "rtl"] as const;
export const cartTypes = ["drawer", "page"] as const;

/** Which theme the store has, and what of it is the merchant's choice for all pages. */
export interface ThemeLook {
  /** Named for the theme that it behaves as. */
  design: (typeof themeDesigns)[number];
  scheme: (typeof colorSchemes)[number];
  direction: (typeof textDirections)[number];
  /** Where "Add to cart" leads. */
  cart: (typeof cartTypes)[number];
}

/** What a merchant has made of the theme in its editor. */
export interface DevTheme {
  id: "theme";
  blocks: PlacedBlock[];
  embeds: ThemeEmbed[];
  look: ThemeLook;
}
