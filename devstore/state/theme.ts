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

/** What a merchant has made of the theme in its editor. */
export interface DevTheme {
  id: "theme";
  blocks: PlacedBlock[];
  embeds: ThemeEmbed[];
}
