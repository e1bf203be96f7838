import type { BlockSchema, BlockSetting } from "#storefront/liquid/block-schema.ts";
import { type SettingType, settingTypes } from "#storefront/liquid/setting-types.ts";
import type { ExtensionBlock, ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { findTranslation } from "#storefront/liquid/translate.ts";

const targets = new Set(["section", "head", "body", "compliance_head"]);
const wrapperTags = new Set(["article", "aside", "div", "footer", "header", "section", "span"]);
const schemaKeys = new Set([
  "name",
  "target",
  "stylesheet",
  "javascript",
  "tag",
  "class",
  "available_if",
  "enabled_on",
  "disabled_on",
  "settings",
]);
const longestName = 25;
/** A range is drawn as a slider, and the editor refuses one with more steps. */
const mostRangeSteps = 101;
const settingId = /^[a-z][a-z0-9_]*$/i;
const color = /^(#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})|rgba?\([\d.,\s/%]+\))$/i;
const appMetafieldCondition = /^\{\{\s*app\.metafields\.[\w-]+\.[\w-]+(\.value)?\s*\}\}$/;

/**
 * Everything the platform's theme editor would refuse in one block's schema, in words; empty when it is
 * good. Theme Check reads no block schemas, which is why this is done here.
 */
export function validateBlockSchema(extension: ThemeExtension, block: ExtensionBlock): string[] {
  const problems: string[] = [];
  const report = (problem: string) => problems.push(`blocks/${block.handle}.liquid: ${problem}`);
  checkHead(extension, block.schema, report);
  checkPages(block.schema, report);
  checkSettings(extension, block.schema.settings, report);
  return problems;
}

type Report = (problem: string) => void;

function checkHead(extension: ThemeExtension, schema: BlockSchema, report: Report): void {
  for (const key of Object.keys(schema)) {
    if (!schemaKeys.has(key)) report(`its schema has the unknown key "${key}"`);
  }
  checkName(extension, schema, report);
  if (!targets.has(schema.target)) report(`"${schema.target}" is no target`);
  for (const key of ["stylesheet", "javascript"] as const) {
    const asset = schema[key];
    if (asset !== undefined && !extension.assets.has(asset)) {
      report(`its ${key} "${asset}" is not in assets/`);
    }
  }
  if (schema.tag !== undefined && !wrapperTags.has(schema.tag)) {
    report(`"${schema.tag}" is no tag to wrap a block in`);
  }
  if (schema.available_if !== undefined && !appMetafieldCondition.test(schema.available_if)) {
    report("available_if must name one of the app's own metafields");
  }
}

function checkName(extension: ThemeExtension, schema: BlockSchema, report: Report): void {
  if (typeof schema.name !== "string" || schema.name === "") {
    report("its schema has no name");
    return;
  }
  for (const [locale, name] of wordsOf(extension, schema.name)) {
    if (name === undefined) report(`its name "${schema.name}" has no ${locale} words`);
    else if ([...name].length > longestName) {
      report(`its name "${name}" is longer than ${longestName} characters`);
    }
  }
}

function checkPages(schema: BlockSchema, report: Report): void {
  if (schema.enabled_on !== undefined && schema.disabled_on !== undefined) {
    report("its schema may have enabled_on or disabled_on, not both");
  }
  for (const key of ["enabled_on", "disabled_on"] as const) {
    const filter = schema[key];
    if (filter === undefined) continue;
    const lists = Object.entries(filter);
    const fits = lists.every(
      ([name, list]) => (name === "templates" || name === "groups") && Array.isArray(list),
    );
    if (lists.length === 0 || !fits) report(`${key} must list templates or groups`);
  }
}

function checkSettings(extension: ThemeExtension, settings: BlockSetting[], report: Report): void {
  const seen = new Set<string>();
  for (const setting of settings) {
    const name = setting.id === undefined ? `a ${setting.type}` : `setting "${setting.id}"`;
    const say: Report = (problem) => report(`${name} ${problem}`);
    const type = settingTypes[setting.type];
    if (type === undefined) {
      say(`has the unknown type "${setting.type}"`);
      continue;
    }
    checkKeys(setting, type, say);
    if (setting.id !== undefined) {
      if (seen.has(setting.id)) say("is there twice");
      seen.add(setting.id);
      if (!settingId.test(setting.id)) say("may have letters, digits and underscores in its id");
    }
    for (const words of [setting.label, setting.info, setting.content, setting.placeholder]) {
      checkWords(extension, words, say);
    }
    checkDefault(extension, setting, type, say);
    checkOptions(extension, setting, say);
    if (setting.type === "range") checkRange(setting, say);
  }
}

function checkKeys(setting: BlockSetting, type: SettingType, say: Report): void {
  const standard = type.sidebar ? [] : ["id", "label"];
  for (const key of [...standard, ...type.required]) {
    if (!(key in setting)) say(`needs "${key}"`);
  }
  const known = new Set(["type", ...standard, ...type.required, ...type.optional]);
  if (!type.sidebar) known.add("info").add("default");
  for (const key of Object.keys(setting)) {
    if (!known.has(key)) say(`has the unknown key "${key}"`);
  }
}

function checkDefault(
  extension: ThemeExtension,
  setting: BlockSetting,
  type: SettingType,
  say: Report,
): void {
  const value = setting.default;
  if (value === undefined) return;
  if (value === "") say("has an empty default, which the editor refuses: leave it out");
  if (type.defaultType !== undefined && typeof value !== type.defaultType) {
    say(`has a default that is no ${type.defaultType}`);
    return;
  }
  if (typeof value !== "string") return;
  checkWords(extension, value, say);
  if (setting.type === "color" && !color.test(value)) say(`has the default "${value}", no color`);
  if (setting.type === "richtext" && !/^<(p|ul|ol|h[1-6])\b/.test(value)) {
    say("has a default which is not wrapped in a paragraph, list or heading");
  }
  if (setting.type === "text_alignment" && !/^(left|center|right)$/.test(value)) {
    say(`has the default "${value}", no alignment`);
  }
}

function checkOptions(extension: ThemeExtension, setting: BlockSetting, say: Report): void {
  if (setting.type !== "select" && setting.type !== "radio") return;
  const options = Array.isArray(setting.options) ? setting.options : [];
  if (options.length === 0) say("has no options");
  const values = options.map((option) => option.value);
  if (new Set(values).size < values.length) say("has an option twice");
  for (const option of options) {
    if (typeof option.value !== "string" || typeof option.label !== "string") {
      say("has an option without value or label");
    }
    checkWords(extension, option.label, say);
  }
  if (typeof setting.default === "string" && !values.includes(setting.default)) {
    say(`has the default "${setting.default}", which is none of its options`);
  }
}

function checkRange(setting: BlockSetting, say: Report): void {
  const { min, max, step = 1, default: value } = setting;
  if (typeof min !== "number" || typeof max !== "number" || typeof value !== "number") return;
  const steps = Math.round((max - min) / step) + 1;
  if (max <= min) say("has a maximum that is not above its minimum");
  if (steps < 3 || steps > mostRangeSteps) {
    say(`has ${steps} steps, and a range has 3 to ${mostRangeSteps}`);
  }
  if (value < min || value > max) say(`has the default ${value}, outside of its range`);
  const offset = (value - min) / step;
  if (Math.abs(offset - Math.round(offset)) > 1e-9) say(`has the default ${value}, between steps`);
  if (setting.unit !== undefined && [...setting.unit].length > 3) {
    say("has a unit longer than three characters");
  }
}

function checkWords(extension: ThemeExtension, text: string | undefined, say: Report): void {
  if (text === undefined) return;
  for (const [locale, words] of wordsOf(extension, text)) {
    if (words === undefined) say(`uses "${text}", which has no ${locale} words`);
  }
}

/** The text itself, or for a `t:` key its words in each language that merchants read. */
function wordsOf(extension: ThemeExtension, text: string): [string, string | undefined][] {
  if (!text.startsWith("t:")) return [["", text]];
  if (extension.schemaLocales.size === 0) return [[extension.defaultLocale, undefined]];
  return [...extension.schemaLocales].map(([locale, file]) => {
    const found = findTranslation(file.tree, text.slice(2));
    return [locale, typeof found === "string" ? found : undefined];
  });
}
