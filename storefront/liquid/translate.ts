import type { LocaleTree } from "./theme-extension.ts";

/** Values for the `{{ name }}` places of a translation. */
export type Interpolations = Readonly<Record<string, unknown>>;

export interface Translation {
  text: string;
  /** Places for which no value was given. */
  missingPlaces: string[];
}

/** The value of a dotted key: a text, a plural group, or undefined. */
export function findTranslation(tree: LocaleTree, key: string): string | LocaleTree | undefined {
  let node: string | LocaleTree | undefined = tree;
  for (const part of key.split(".")) {
    if (typeof node !== "object") return undefined;
    node = Object.hasOwn(node, part) ? node[part] : undefined;
  }
  return node;
}

/**
 * The words for a key in one language, with `count` choosing among a plural group's forms by that
 * language's rules; undefined where the language has none, so that the caller can fall back.
 */
export function translate(
  tree: LocaleTree,
  locale: string,
  key: string,
  values: Interpolations,
): Translation | undefined {
  const found = findTranslation(tree, key);
  const words = typeof found === "object" ? pluralForm(found, locale, values.count) : found;
  if (words === undefined) return undefined;
  return interpolate(words, values, isHtmlKey(key));
}

/** Keys which end so are HTML: their words go out as they are, and the values put into them escaped. */
function isHtmlKey(key: string): boolean {
  return key.endsWith("_html") || key.endsWith(".html");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function pluralForm(forms: LocaleTree, locale: string, count: unknown): string | undefined {
  const number = Number(count);
  if (count === undefined || count === null || Number.isNaN(number)) return undefined;
  const exactZero = number === 0 ? forms.zero : undefined;
  const form = exactZero ?? forms[new Intl.PluralRules(locale).select(number)] ?? forms.other;
  return typeof form === "string" ? form : undefined;
}

function interpolate(words: string, values: Interpolations, isHtml: boolean): Translation {
  const missingPlaces: string[] = [];
  const filled = words.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (place, name: string) => {
    if (!Object.hasOwn(values, name)) {
      missingPlaces.push(name);
      return place;
    }
    const value = values[name];
    const text = value === null || value === undefined ? "" : String(value);
    return isHtml ? escapeHtml(text) : text;
  });
  return { text: isHtml ? filled : escapeHtml(filled), missingPlaces };
}
