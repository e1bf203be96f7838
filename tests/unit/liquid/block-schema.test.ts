import { describe, expect, test } from "vitest";
import { settingTypes } from "#storefront/liquid/setting-types.ts";
import { checkExtensionLimits } from "#tests/support/liquid/check-extension-limits.ts";
import { validateBlockSchema } from "#tests/support/liquid/validate-block-schema.ts";
import { blockFile, extensionOf } from "./extension-of.ts";
import { publishedData } from "./published-data.ts";

function problemsOf(schema: Record<string, unknown>, files: Record<string, string> = {}): string[] {
  const extension = extensionOf({ "blocks/fixture.liquid": blockFile("", schema), ...files });
  const block = extension.blocks.get("fixture");
  if (block === undefined) throw new Error("the fixture has no block");
  return validateBlockSchema(extension, block).map((problem) => problem.replace(/^[^:]+: /, ""));
}

function problemsOfSetting(setting: Record<string, unknown>): string[] {
  return problemsOf({ settings: [setting] });
}

interface PublishedDefinition {
  required?: string[];
  properties?: Record<string, unknown>;
}

function publishedSettings(): Record<string, PublishedDefinition> {
  const schema = publishedData("setting.json") as {
    definitions: Record<string, PublishedDefinition>;
  };
  return schema.definitions;
}

describe("the table of setting types", () => {
  test.each(Object.entries(settingTypes))("%s is as the platform publishes it", (name, type) => {
    const definition = publishedSettings()[name];
    const inherited = new Set(["type", "id", "label", "info", "default"]);
    const published = Object.keys(definition?.properties ?? {}).filter((key) =>
      type.sidebar ? key !== "type" : !inherited.has(key),
    );
    const ours = [...type.required, ...type.optional].filter((key) => key !== "default");
    expect(ours.sort()).toEqual(published.sort());
    const required = definition?.required ?? [];
    expect([...type.required].filter((key) => !type.sidebar || key !== "content").sort()).toEqual(
      required.sort(),
    );
  });
});

describe("the head of a schema", () => {
  test("a good one has no problem", () => {
    expect(problemsOf({ target: "body", class: "x", enabled_on: { templates: ["page"] } })).toEqual(
      [],
    );
  });

  test.each([
    [{ name: "x".repeat(26) }, /longer than 25/],
    [{ name: "" }, /no name/],
    [{ target: "footer" }, /"footer" is no target/],
    [{ surprise: 1 }, /unknown key "surprise"/],
    [{ stylesheet: "missing.css" }, /"missing.css" is not in assets/],
    [{ javascript: "missing.js" }, /"missing.js" is not in assets/],
    [{ tag: "table" }, /"table" is no tag/],
    [{ available_if: "{{ shop.name }}" }, /available_if/],
    [{ enabled_on: { templates: [] }, disabled_on: { templates: [] } }, /not both/],
    [{ enabled_on: { pages: [] } }, /templates or groups/],
  ])("%j is refused", (schema, problem) => {
    expect(problemsOf(schema).join("\n")).toMatch(problem);
  });

  test("a name by key must have words of 25 characters at most in every language", () => {
    const files = {
      "locales/en.default.schema.json": JSON.stringify({ name: "Short" }),
      "locales/de.schema.json": JSON.stringify({ name: "y".repeat(26) }),
      "locales/fr.schema.json": "{}",
    };
    const problems = problemsOf({ name: "t:name" }, files).join("\n");
    expect(problems).toMatch(/yyy.* is longer than 25/);
    expect(problems).toMatch(/"t:name" has no fr words/);
  });
});

describe("settings of a schema", () => {
  const text = { type: "text", id: "a", label: "A" };
  const select = { type: "select", id: "a", label: "A", options: [{ value: "x", label: "X" }] };
  const range = { type: "range", id: "a", label: "A", min: 0, max: 10, default: 5 };

  test.each([text, select, range, { type: "header", content: "Colors" }])(
    "%j is good",
    (setting) => {
      expect(problemsOfSetting(setting)).toEqual([]);
    },
  );

  test.each([
    [{ type: "slider", id: "a", label: "A" }, /unknown type "slider"/],
    [{ type: "text", id: "a" }, /needs "label"/],
    [{ type: "text", label: "A" }, /needs "id"/],
    [{ ...text, id: "a b" }, /letters, digits and underscores/],
    [{ ...text, options: [] }, /unknown key "options"/],
    [{ ...text, default: "" }, /empty default/],
    [{ ...text, default: 3 }, /no string/],
    [{ ...text, label: "t:missing" }, /"t:missing", which has no en words/],
    [{ ...select, options: [] }, /no options/],
    [{ ...select, default: "z" }, /none of its options/],
    [{ ...select, options: [...select.options, ...select.options] }, /option twice/],
    [{ ...select, options: [{ value: "x" }] }, /without value or label/],
    [{ type: "select", id: "a", label: "A" }, /needs "options"/],
    [{ type: "range", id: "a", label: "A", min: 0, max: 10 }, /needs "default"/],
    [{ ...range, max: 500 }, /501 steps/],
    [{ ...range, default: 11 }, /outside of its range/],
    [{ ...range, step: 2 }, /between steps/],
    [{ ...range, max: -1 }, /not above its minimum/],
    [{ ...range, unit: "pixels" }, /longer than three/],
    [{ type: "color", id: "a", label: "A", default: "red" }, /no color/],
    [{ type: "richtext", id: "a", label: "A", default: "words" }, /not wrapped/],
    [{ type: "checkbox", id: "a", label: "A", default: "yes" }, /no boolean/],
    [{ type: "text_alignment", id: "a", label: "A", default: "top" }, /no alignment/],
    [{ type: "header" }, /needs "content"/],
    [{ type: "paragraph", content: "x", id: "a" }, /unknown key "id"/],
  ])("%j is refused", (setting, problem) => {
    expect(problemsOfSetting(setting).join("\n")).toMatch(problem);
  });

  test("two settings cannot share an id", () => {
    expect(problemsOf({ settings: [text, text] }).join("\n")).toMatch(/"a" is there twice/);
  });
});

describe("a file which the platform would not take", () => {
  test.each([
    [{ "blocks/a.liquid": "no schema" }, /exactly one/],
    [{ "blocks/a.liquid": blockFile(blockFile("")) }, /exactly one/],
    [{ "blocks/a.liquid": "{% schema %}{,}{% endschema %}" }, /no JSON/],
    [{ "blocks/a.liquid": "{% schema %}[]{% endschema %}" }, /not an object/],
    [{ "locales/de.json": "{" }, /no JSON/],
    [{ "locales/de.default.json": "{}" }, /one <tag>.default.json/],
    [{ "locales/deutsch.default.x.json": "{}" }, /not named as a locale file/],
  ])("%j is refused", (files, reason) => {
    expect(() => extensionOf(files)).toThrow(reason);
  });
});

describe("limits", () => {
  test("a small extension keeps them", () => {
    expect(checkExtensionLimits(extensionOf({ "blocks/a.liquid": blockFile("") }))).toEqual([]);
  });

  test("each limit that is broken is named", () => {
    const blocks = Array.from({ length: 31 }, (_, at) => [`blocks/b${at}.liquid`, blockFile("")]);
    const noise = Array.from({ length: 40_000 }, (_, at) => (at * 2654435761).toString(36)).join(
      "",
    );
    const problems = checkExtensionLimits(
      extensionOf({
        ...Object.fromEntries(blocks),
        "snippets/long.liquid": "x".repeat(100 * 1024),
        "locales/de.json": JSON.stringify({ a: "x".repeat(15 * 1024) }),
        "assets/a.js": noise,
        "assets/a.css": "x".repeat(101 * 1024),
      }),
    ).join("\n");
    expect(problems).toMatch(/all Liquid/);
    expect(problems).toMatch(/31 blocks/);
    expect(problems).toMatch(/locales\/de/);
    expect(problems).toMatch(/a\.js compressed/);
    expect(problems).toMatch(/a\.css/);
  });
});
