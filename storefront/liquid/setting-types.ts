export type SettingValue = string | number | boolean | string[] | null;

/**
 * The kinds of settings which a theme editor offers, each with what its definition must and may hold
 * besides `type`, `id`, `label`, `info` and `default`.
 */
export interface SettingType {
  required: readonly string[];
  optional: readonly string[];
  /** Which JavaScript type a default has; undefined where a definition may have none. */
  defaultType: "string" | "number" | "boolean" | undefined;
  /** A type without `id` and `label`: it shows information and holds no value. */
  sidebar?: true;
}

function input(
  defaultType: SettingType["defaultType"],
  optional: readonly string[] = [],
  required: readonly string[] = [],
): SettingType {
  return { required, optional, defaultType };
}

export const settingTypes: Readonly<Record<string, SettingType>> = {
  article: input(undefined),
  article_list: input(undefined, ["limit"]),
  blog: input(undefined),
  checkbox: input("boolean", ["visible_if"]),
  collection: input(undefined),
  collection_list: input(undefined, ["limit"]),
  color: input("string", ["visible_if", "alpha", "placeholder"]),
  color_background: input("string", ["visible_if"]),
  font_picker: input("string", ["visible_if"], ["default"]),
  html: input("string", ["visible_if", "placeholder"]),
  image_picker: input(undefined, ["visible_if"]),
  inline_richtext: input("string", ["visible_if"]),
  link_list: input("string", ["visible_if"]),
  liquid: input("string", ["visible_if"]),
  metaobject: input(undefined, [], ["metaobject_type"]),
  metaobject_list: input(undefined, ["limit"], ["metaobject_type"]),
  number: input("number", ["visible_if", "placeholder", "min", "max", "icon", "options"]),
  page: input(undefined),
  product: input(undefined),
  product_list: input(undefined, ["limit"]),
  radio: input("string", ["visible_if"], ["options"]),
  range: input("number", ["visible_if", "step", "unit"], ["default", "min", "max"]),
  richtext: input("string", ["visible_if"]),
  select: input("string", ["visible_if"], ["options"]),
  text: input("string", ["visible_if", "placeholder"]),
  text_alignment: input("string", ["visible_if"]),
  textarea: input("string", ["visible_if", "placeholder"]),
  url: input("string", ["visible_if"]),
  video: input(undefined, ["visible_if"]),
  video_url: input(undefined, ["visible_if", "placeholder"], ["accept"]),
  header: {
    required: ["content"],
    optional: ["info", "visible_if"],
    defaultType: undefined,
    sidebar: true,
  },
  paragraph: {
    required: ["content"],
    optional: ["visible_if"],
    defaultType: undefined,
    sidebar: true,
  },
};
