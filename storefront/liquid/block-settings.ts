import { type BlockSetting, defaultOf } from "./block-schema.ts";
import type { SettingValue } from "./setting-types.ts";
import type { ExtensionBlock, ThemeExtension } from "./theme-extension.ts";
import { findTranslation } from "./translate.ts";

/** Every setting's value for one placed block: what the merchant set, else the schema's default. */
export function settingsOf(
  extension: ThemeExtension,
  block: ExtensionBlock,
  saved: Readonly<Record<string, SettingValue>>,
  merchantLocale: string,
): Record<string, SettingValue> {
  const values: Record<string, SettingValue> = {};
  for (const setting of block.schema.settings) {
    if (setting.id === undefined) continue;
    const value = saved[setting.id];
    values[setting.id] =
      value === undefined ? defaultWords(extension, setting, merchantLocale) : value;
  }
  return values;
}

/** A label or default which may be a `t:` key, in the merchant's language or the extension's default. */
export function merchantWords(extension: ThemeExtension, text: string, locale: string): string {
  if (!text.startsWith("t:")) return text;
  for (const tag of [locale, extension.defaultLocale]) {
    const file = extension.schemaLocales.get(tag);
    const found = file && findTranslation(file.tree, text.slice(2));
    if (typeof found === "string") return found;
  }
  return text;
}

function defaultWords(
  extension: ThemeExtension,
  setting: BlockSetting,
  merchantLocale: string,
): SettingValue {
  const value = defaultOf(setting);
  return typeof value === "string" ? merchantWords(extension, value, merchantLocale) : value;
}
