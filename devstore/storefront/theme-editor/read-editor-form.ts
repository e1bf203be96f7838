import type { BlockSetting } from "#storefront/liquid/block-schema.ts";
import type { SettingValue } from "#storefront/liquid/setting-types.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { MissingError } from "../../input-error.ts";
import type { DevTheme, ThemeLook } from "../theme.ts";
import type { ThemeChange } from "./change-theme.ts";

/** One form of the theme editor: the whole theme's, a block's or an embed's, named by its hidden fields. */
export function readEditorForm(
  form: FormData,
  theme: DevTheme,
  extension: ThemeExtension,
): ThemeChange {
  if (form.has("look")) {
    const { design, scheme, direction, cart } = Object.fromEntries(form) as Partial<ThemeLook>;
    return { blocks: [], embeds: [], look: { design, scheme, direction, cart } };
  }
  const blockId = form.get("block");
  const block = theme.blocks.find(({ id }) => id === blockId);
  const embed = theme.embeds.find(({ handle }) => handle === form.get("embed"));
  const handle = block?.handle ?? embed?.handle;
  const definitions = handle === undefined ? undefined : extension.blocks.get(handle);
  if (definitions === undefined) throw new MissingError("the theme has no such block");
  const reset = form.has("reset");
  const settings: Record<string, SettingValue> = {};
  for (const setting of definitions.schema.settings) {
    if (setting.id === undefined) continue;
    settings[setting.id] = reset
      ? null
      : settingValueOf(setting, form.get(`setting:${setting.id}`));
  }
  const change = { enabled: form.has("enabled"), settings: settings as Record<string, string> };
  return block !== undefined
    ? { blocks: [{ id: block.id, ...change }], embeds: [], look: {} }
    : { blocks: [], embeds: [{ handle: embed?.handle ?? "", ...change }], look: {} };
}

function settingValueOf(setting: BlockSetting, given: FormDataEntryValue | null): SettingValue {
  if (setting.type === "checkbox") return given !== null;
  if (typeof given !== "string") return null;
  if (setting.type === "range" || setting.type === "number") {
    return given === "" ? null : Number(given);
  }
  return given;
}
