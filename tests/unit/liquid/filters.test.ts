import { describe, expect, test } from "vitest";
import { createEngine } from "#storefront/liquid/create-engine.ts";
import { defaultMoneyFormats } from "#storefront/liquid/format-money.ts";
import { renderBlock } from "#storefront/liquid/render-block.ts";
import type { StorefrontContext } from "#storefront/liquid/storefront-context.ts";
import { contextOf, languages } from "./context-of.ts";
import { blockFile, extensionOf } from "./extension-of.ts";
import { publishedData } from "./published-data.ts";

const locales = {
  "locales/en.default.json": JSON.stringify({
    plain: "A & B",
    rich_html: "<b>{{ name }}</b>",
    greeting: "Hello {{ name }}",
    items: { one: "{{ count }} item", other: "{{ count }} items" },
    english_only: "English",
    date_formats: { day_month: "%-d %B" },
  }),
  "locales/de.json": JSON.stringify({ greeting: "Hallo {{ name }}" }),
};

function render(expression: string, context: Partial<StorefrontContext> = {}) {
  const extension = extensionOf({
    "blocks/fixture.liquid": blockFile(`{{ ${expression} }}`),
    "assets/icon.svg": "<svg></svg>",
    "assets/style.css": "a{}",
    ...locales,
  });
  const instance = { handle: "fixture", id: "b1", settings: {} };
  const rendered = renderBlock(extension, instance, contextOf(context));
  return { ...rendered, text: rendered.html.replace(/^<div[^>]*>|<\/div>$/g, "") };
}

function value(expression: string, context: Partial<StorefrontContext> = {}): string {
  return render(expression, context).text;
}

test("every filter of the engine is one that the platform publishes", () => {
  const published = publishedData("filters.json") as { name: string }[];
  // The aliases stand in the prose of what is published, not in its data.
  const names = new Set([...published.map((filter) => filter.name), "t", "handle"]);
  const ours = Object.keys(createEngine(extensionOf({})).filters);
  expect(ours.filter((name) => !names.has(name))).toEqual([]);
});

describe("t", () => {
  test("words come in the page's language, filled in", () => {
    expect(value("'greeting' | t: name: 'Anna'", { language: languages.german })).toBe(
      "Hallo Anna",
    );
  });

  test("words which the language lacks come from the default language", () => {
    expect(value("'english_only' | t", { language: languages.german })).toBe("English");
  });

  test("plain words are escaped, and so is what is put into them", () => {
    expect(value("'plain' | t")).toBe("A &amp; B");
    expect(value("'greeting' | t: name: '<i>'")).toBe("Hello &lt;i&gt;");
  });

  test("words of an html key stay HTML, while what is put into them is escaped", () => {
    expect(value("'rich_html' | t: name: '<i>'")).toBe("<b>&lt;i&gt;</b>");
  });

  test("a count chooses the form by the language's rules", () => {
    expect(value("'items' | t: count: 1")).toBe("1 item");
    expect(value("'items' | t: count: 3")).toBe("3 items");
  });

  test("a missing key is shown as the platform shows it, and reported", () => {
    const { text, problems } = render("'nothing.here' | t");
    expect(text).toBe("Translation missing: en.nothing.here");
    expect(problems).toEqual(["the translation en.nothing.here is missing"]);
  });

  test("a place for which no value was given is reported", () => {
    expect(render("'greeting' | t").problems).toEqual([
      'the translation en.greeting got no value for "name"',
    ]);
  });
});

describe("division", () => {
  test("of two whole numbers is whole, rounded down", () => {
    expect(value("1499 | divided_by: 100")).toBe("14");
    expect(value("-7 | divided_by: 2")).toBe("-4");
    expect(value("-7 | modulo: 2")).toBe("1");
  });

  test("with decimals keeps them", () => {
    expect(value("15 | divided_by: 2.5")).toBe("6");
    expect(value("7.5 | divided_by: 2")).toBe("3.75");
  });

  test("by nothing is an error", () => {
    expect(() => value("7 | divided_by: 0")).toThrow(/divided by 0/);
  });
});

describe("money", () => {
  test("prices are shown in the shop's own format", () => {
    expect(value("123456 | money")).toBe("€1.234,56");
    expect(value("1500 | money_with_currency")).toBe("€15,00 EUR");
    expect(value("1500 | money_without_currency")).toBe("15,00");
    expect(value("1500 | money_without_trailing_zeros")).toBe("€15");
    expect(value("1550 | money_without_trailing_zeros")).toBe("€15,50");
    expect(value("123456 | money_amount")).toBe("1234.56");
    expect(value("-500 | money")).toBe("€-5,00");
  });

  test("a currency without decimals shows none", () => {
    const shop = { ...contextOf().shop, moneyFormats: defaultMoneyFormats("JPY") };
    expect(value("150000 | money", { shop })).toBe("¥1,500");
  });

  test("no price gives no text", () => {
    expect(value("nothing | money")).toBe("");
    expect(value("'' | money")).toBe("");
  });
});

describe("date", () => {
  test("a date without time is that day in every zone", () => {
    expect(value("'2026-12-04' | date: '%Y-%m-%d'")).toBe("2026-12-04");
    const shop = { ...contextOf().shop, timezone: "Pacific/Apia" };
    expect(value("'2026-12-04' | date: '%Y-%m-%d'", { shop })).toBe("2026-12-04");
  });

  test("an instant is shown in the shop's zone", () => {
    expect(value("'2026-12-04T02:00:00Z' | date: '%d %B %Y %H:%M'")).toBe("03 December 2026 21:00");
  });

  test("now is the shop's business time", () => {
    expect(value("'now' | date: '%Y-%m-%d %H'")).toBe("2026-11-04 07");
  });

  test("directives may lose their padding", () => {
    expect(value("'2026-03-04 09:05' | date: '%-d/%-m/%y %-l:%M %P %a %j'")).toBe(
      "4/3/26 9:05 am Wed 063",
    );
  });

  test("a named format follows the page's language", () => {
    expect(value("'2026-12-04' | date: format: 'date'")).toBe("December 4, 2026");
    expect(value("'2026-12-04' | date: format: 'date'", { language: languages.german })).toBe(
      "4. Dezember 2026",
    );
  });

  test("a locale file may define its own format", () => {
    expect(value("'2026-12-04' | date: format: 'day_month'")).toBe("4 December");
  });

  test("what is no date comes back as it was", () => {
    expect(value("'soon' | date: '%Y'")).toBe("soon");
    expect(value("nothing | date: '%Y'")).toBe("");
  });

  test("a time tag carries the date for machines", () => {
    expect(value("'2026-12-04T12:00:00Z' | time_tag: format: 'date'")).toBe(
      '<time datetime="2026-12-04T07:00:00Z">December 4, 2026</time>',
    );
  });
});

describe("json", () => {
  test("what could end a script is escaped", () => {
    expect(value("'</script>&' | json")).toBe('"\\u003c/script\\u003e\\u0026"');
  });

  test("nothing is null", () => {
    expect(value("nothing | json")).toBe("null");
  });
});

describe("assets", () => {
  test("an asset's name becomes its address", () => {
    expect(value("'style.css' | asset_url | stylesheet_tag")).toBe(
      '<link href="https://cdn.example/style.css" rel="stylesheet" type="text/css" media="all" />',
    );
    expect(value("'style.css' | asset_url | script_tag")).toBe(
      '<script src="https://cdn.example/style.css" type="text/javascript"></script>',
    );
  });

  test("a small picture can stand in the page", () => {
    expect(value("'icon.svg' | inline_asset_content")).toBe("<svg></svg>");
  });

  test("an asset that is not there is an error", () => {
    expect(() => value("'missing.js' | asset_url")).toThrow(/missing\.js is not in the extension/);
  });
});

describe("colors", () => {
  test("contrast is what WCAG says", () => {
    expect(value("'#000' | color_contrast: '#ffffff'")).toBe("21");
    expect(value("'#767676' | color_contrast: 'rgb(255, 255, 255)'")).toBe("4.5");
  });

  test("brightness and channels", () => {
    expect(value("'#EA5AB9' | color_brightness")).toBe("143.89");
    expect(value("'#EA5AB9' | color_to_rgb")).toBe("rgb(234, 90, 185)");
  });
});
