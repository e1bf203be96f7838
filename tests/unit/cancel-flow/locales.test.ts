import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";
import { readExtension } from "#storefront/liquid/read-extension.ts";
import type { LocaleTree } from "#storefront/liquid/theme-extension.ts";

const extension = readExtension(join(projectRoot, "extensions", "storefront"));
const languages = ["en", "de", "fr", "es", "ja"];
const pluralForms = ["zero", "one", "two", "few", "many", "other"];

/** Places which a language may use instead of the ones that English uses, as all of them are filled. */
const alternatives: Record<string, string[]> = {
  "membership.frequency_short": ["to", "from", "number"],
  "subscription.frequency_short": ["to", "from", "number"],
};

interface Text {
  key: string;
  form: string | null;
  words: string;
}

function textsOf(tree: LocaleTree, prefix = ""): Text[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    if (typeof value !== "string") return textsOf(value, `${prefix}${name}.`);
    return pluralForms.includes(name)
      ? [{ key: prefix.slice(0, -1), form: name, words: value }]
      : [{ key: prefix + name, form: null, words: value }];
  });
}

function placesOf(words: string): string[] {
  return [...words.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name).sort();
}

function keysOf(tree: LocaleTree | undefined): string[] {
  return [...new Set(textsOf(tree ?? {}).map(({ key }) => key))].sort();
}

const shopper = (language: string) => extension.locales.get(language)?.tree ?? {};

describe.each(languages)("%s", (language) => {
  const texts = textsOf(shopper(language));

  test("has every text that shoppers and merchants read, and no other", () => {
    expect(keysOf(shopper(language))).toEqual(keysOf(shopper("en")));
    expect(keysOf(extension.schemaLocales.get(language)?.tree)).toEqual(
      keysOf(extension.schemaLocales.get("en")?.tree),
    );
  });

  test("fills the same places as English", () => {
    const english = textsOf(shopper("en"));
    for (const { key, form, words } of texts) {
      const [example] = english.filter((text) => text.key === key).reverse();
      const expected = alternatives[key] ?? placesOf(example?.words ?? "");
      const places = placesOf(words);
      // A text about one thing need not say the number, and a language may use other places that are filled.
      if (form === "one" || alternatives[key])
        expect(expected, key).toEqual(expect.arrayContaining(places));
      else expect(places, key).toEqual(expected);
    }
  });

  test("has the plural forms that its counts can ask for", () => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set([1, 2, 3, 5, 12, 52].map((count) => rules.select(count)));
    const plurals = Map.groupBy(
      texts.filter(({ form }) => form !== null),
      ({ key }) => key,
    );
    expect(plurals.size).toBeGreaterThan(4);
    for (const [key, forms] of plurals) {
      expect(new Set(forms.map(({ form }) => form)), key).toEqual(needed);
    }
  });

  test("names its own language, so that a page in another one is read out right", () => {
    expect(shopper(language).language).toBe(language);
  });

  test("can put its mail texts into an address as they are", () => {
    const mail = texts.filter(({ key }) => /mail_(subject|body)$/.test(key));
    expect(mail).toHaveLength(3);
    for (const { words } of mail) expect(words).not.toMatch(/[&<>"']/);
  });

  test("keeps both of its files within 15 KB", () => {
    for (const files of [extension.locales, extension.schemaLocales]) {
      expect(files.get(language)?.sizeBytes).toBeLessThanOrEqual(15 * 1024);
    }
  });
});

test("the German mode has the words that the law asks for", () => {
  expect(shopper("de").german).toMatchObject({
    cancel: "Verträge hier kündigen",
    confirm: "jetzt kündigen",
  });
});
