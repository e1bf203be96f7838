import { z } from "zod";
import type { BlockSetting } from "#storefront/liquid/block-schema.ts";
import type { SettingValue } from "#storefront/liquid/setting-types.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { InputError, MissingError } from "../../input-error.ts";
import { cartTypes, colorSchemes, textDirections, themeDesigns } from "../../state/theme.ts";
import type { DevTheme, SavedSettings } from "../theme.ts";

const settings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** What the theme editor may change; a setting of null goes back to its default. */
export const themeChangeSchema = z.strictObject({
  blocks: z
    .array(
      z.strictObject({
        id: z.string(),
        enabled: z.boolean().optional(),
        settings: settings.optional(),
      }),
    )
    .default([]),
  embeds: z
    .array(
      z.strictObject({
        handle: z.string(),
        enabled: z.boolean().optional(),
        settings: settings.optional(),
      }),
    )
    .default([]),
  look: z
    .strictObject({
      design: z.enum(themeDesigns).optional(),
      scheme: z.enum(colorSchemes).optional(),
      direction: z.enum(textDirections).optional(),
      cart: z.enum(cartTypes).optional(),
    })
    .default({}),
});

export type ThemeChange = z.infer<typeof themeChangeSchema>;

/**
 * The theme with a change in it. Throws MissingError for a block that is not there and InputError for a
 * value that its setting does not take.
 */
export function changeTheme(
  theme: DevTheme,
  change: ThemeChange,
  extension: ThemeExtension,
): DevTheme {
  let { blocks, embeds } = theme;
  for (const { id, ...wanted } of change.blocks) {
    const block = blocks.find((candidate) => candidate.id === id);
    if (block === undefined) throw new MissingError(`the theme has no block "${id}"`);
    const changed = withChange(block, wanted, extension);
    blocks = blocks.map((candidate) => (candidate.id === id ? changed : candidate));
  }
  for (const { handle, ...wanted } of change.embeds) {
    const embed = embeds.find((candidate) => candidate.handle === handle);
    if (embed === undefined) throw new MissingError(`the theme has no embed "${handle}"`);
    const changed = withChange(embed, wanted, extension);
    embeds = embeds.map((candidate) => (candidate.handle === handle ? changed : candidate));
  }
  const { design, scheme, direction, cart } = { ...theme.look, ...definedOnly(change.look) };
  return { id: "theme", blocks, embeds, look: { design, scheme, direction, cart } };
}

function definedOnly<T extends object>(given: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<Record<keyof T, never>>;
}

function withChange<T extends { handle: string; enabled: boolean; settings: SavedSettings }>(
  placed: T,
  wanted: { enabled?: boolean | undefined; settings?: Record<string, SettingValue> | undefined },
  extension: ThemeExtension,
): T {
  const definitions = extension.blocks.get(placed.handle)?.schema.settings ?? [];
  const saved: Record<string, SettingValue> = { ...placed.settings };
  for (const [id, value] of Object.entries(wanted.settings ?? {})) {
    const definition = definitions.find((setting) => setting.id === id);
    if (definition === undefined) throw new InputError(id, `"${id}" is no setting of the block`);
    if (value === null) delete saved[id];
    else saved[id] = checked(definition, value);
  }
  return { ...placed, enabled: wanted.enabled ?? placed.enabled, settings: saved };
}

function checked(setting: BlockSetting, value: SettingValue): SettingValue {
  const reject = (reason: string) => {
    throw new InputError(setting.id ?? setting.type, `"${setting.id}" ${reason}`);
  };
  if (setting.type === "checkbox") {
    if (typeof value !== "boolean") reject("takes true or false");
  } else if (setting.type === "range" || setting.type === "number") {
    if (typeof value !== "number" || Number.isNaN(value)) reject("takes a number");
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = setting;
    if (Number(value) < min || Number(value) > max) reject(`takes ${min} to ${max}`);
  } else if (typeof value !== "string") {
    reject("takes a text");
  } else if (
    setting.type === "color" &&
    !/^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8}))?$/i.test(value)
  ) {
    reject("takes a color such as #1a2b3c");
  } else if (setting.options?.every((option) => option.value !== value)) {
    reject(`takes one of ${setting.options.map((option) => option.value).join(", ")}`);
  }
  return value;
}
