import { type SettingValue, settingTypes } from "./setting-types.ts";

export type BlockTarget = "section" | "head" | "body" | "compliance_head";

interface SettingOption {
  value: string;
  label: string;
  group?: string;
}

export interface BlockSetting {
  type: string;
  /** Undefined for headers and paragraphs, which hold no value. */
  id?: string;
  label?: string;
  info?: string;
  content?: string;
  placeholder?: string;
  default?: SettingValue;
  options?: SettingOption[];
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
}

interface PageFilter {
  templates?: string[];
  groups?: string[];
}

/** What `{% schema %}` of an app block or app embed says. */
export interface BlockSchema {
  name: string;
  target: BlockTarget;
  stylesheet?: string;
  javascript?: string;
  tag?: string;
  class?: string;
  available_if?: string;
  enabled_on?: PageFilter;
  disabled_on?: PageFilter;
  settings: BlockSetting[];
}

/**
 * The schema as far as it can be read. Only what is not an object at all gives undefined: what is wrong
 * inside is for `validate-block-schema.ts` to list, all of it at once.
 */
export function parseBlockSchema(json: unknown): BlockSchema | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  const schema = json as Partial<BlockSchema>;
  const settings = Array.isArray(schema.settings) ? schema.settings : [];
  return { ...schema, settings } as BlockSchema;
}

/** An app embed is switched on in the theme's settings; an app block is placed in a section. */
export function isAppEmbed(schema: Pick<BlockSchema, "target">): boolean {
  return schema.target !== "section";
}

/** What a setting gives before the merchant has touched it; null where it gives nothing. */
export function defaultOf(setting: BlockSetting): SettingValue {
  if (setting.default !== undefined) return setting.default;
  if (setting.type === "checkbox") return false;
  if (setting.type === "select" || setting.type === "radio") {
    return setting.options?.[0]?.value ?? null;
  }
  return settingTypes[setting.type]?.defaultType === "string" ? "" : null;
}
