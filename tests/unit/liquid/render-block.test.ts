import { describe, expect, test } from "vitest";
import { renderBlock } from "#storefront/liquid/render-block.ts";
import type { SettingValue } from "#storefront/liquid/setting-types.ts";
import type { StorefrontContext } from "#storefront/liquid/storefront-context.ts";
import { contextOf, customerOf, languages } from "./context-of.ts";
import { blockFile, extensionOf } from "./extension-of.ts";

function render(
  liquid: string,
  options: {
    schema?: Record<string, unknown>;
    files?: Record<string, string>;
    settings?: Record<string, SettingValue>;
    context?: Partial<StorefrontContext>;
  } = {},
) {
  const extension = extensionOf({
    "blocks/fixture.liquid": blockFile(liquid, options.schema),
    ...options.files,
  });
  const instance = { handle: "fixture", id: "b1", settings: options.settings ?? {} };
  return renderBlock(extension, instance, contextOf(options.context));
}

/** What the block itself wrote, without the element that the platform puts around it. */
function inner(...args: Parameters<typeof render>): string {
  return render(...args).html.replace(/^<div[^>]*>|<\/div>$/g, "");
}

describe("the element around a block", () => {
  test("a section block is wrapped in an element with the block's id", () => {
    expect(render("hello").html).toBe(
      '<div id="shopify-block-b1" class="shopify-block shopify-app-block">hello</div>',
    );
  });

  test("the schema's tag and class are the element's", () => {
    const { html } = render("hello", { schema: { tag: "section", class: "wide" } });
    expect(html).toBe(
      '<section id="shopify-block-b1" class="shopify-block shopify-app-block wide">hello</section>',
    );
  });

  test("an embed in the head has no element, only comments", () => {
    const { html } = render("<meta>", { schema: { target: "head" } });
    expect(html).toMatch(/^<!-- BEGIN app block: \S+ --><meta><!-- END app block -->$/);
  });

  test("stylesheet and script of the schema are answered as addresses", () => {
    const files = { "assets/a.css": "", "assets/a.js": "" };
    const rendered = render("", { schema: { stylesheet: "a.css", javascript: "a.js" }, files });
    expect(rendered).toMatchObject({
      stylesheet: "https://cdn.example/a.css",
      javascript: "https://cdn.example/a.js",
    });
  });

  test("a block whose condition is not met renders nothing", () => {
    const schema = { available_if: "{{ app.metafields.plan.gold }}" };
    const gold = { namespace: "plan", key: "gold", type: "boolean", value: "true" };
    expect(render("hello", { schema }).html).toBe("");
    expect(render("hello", { schema, context: { appMetafields: [gold] } }).html).toContain("hello");
  });
});

describe("settings", () => {
  const settings = [
    { type: "text", id: "heading", label: "Heading", default: "Hello" },
    { type: "text", id: "empty", label: "Empty" },
    { type: "checkbox", id: "flag", label: "Flag" },
    {
      type: "select",
      id: "mode",
      label: "Mode",
      options: [
        { value: "a", label: "A" },
        { value: "b", label: "B" },
      ],
    },
  ];

  test("a setting which was not touched has its default, or the one of its type", () => {
    const liquid =
      "{{ block.settings.heading }}|{{ block.settings.empty | json }}|{{ block.settings.flag }}|{{ block.settings.mode }}";
    expect(inner(liquid, { schema: { settings } })).toBe('Hello|""|false|a');
  });

  test("what the merchant set wins over the default, also when it is empty", () => {
    const options = { schema: { settings }, settings: { heading: "" } };
    expect(inner("[{{ block.settings.heading }}]", options)).toBe("[]");
  });

  test("a default that is a key comes in the shop's own language", () => {
    const keyed = [{ type: "text", id: "heading", label: "t:label", default: "t:heading" }];
    const files = {
      "locales/en.default.schema.json": JSON.stringify({ heading: "Cancel", label: "Heading" }),
    };
    expect(inner("{{ block.settings.heading }}", { schema: { settings: keyed }, files })).toBe(
      "Cancel",
    );
  });

  test("editor attributes are there in the theme editor alone", () => {
    const liquid = "<p {{ block.shopify_attributes }}>";
    expect(inner(liquid)).toBe("<p >");
    const page = { ...contextOf().page, designMode: true };
    expect(inner(liquid, { context: { page } })).toContain('data-shopify-editor-block="{&quot;id');
  });
});

describe("snippets", () => {
  const files = { "snippets/card.liquid": "{{ title }}{{ outside }}{{ shop.name }}" };

  test("a snippet sees what it is given and the page's objects, and no variable from outside", () => {
    const liquid = "{% assign outside = 'no' %}{% render 'card', title: 'A' %}";
    expect(inner(liquid, { files })).toBe(
      "<!-- BEGIN app snippet: card -->AFixture<!-- END app snippet -->",
    );
  });

  test("a snippet may render another and reach the block", () => {
    const nested = {
      "snippets/outer.liquid": "{% render 'deep' %}",
      "snippets/deep.liquid": "{{ block.id }}",
    };
    expect(inner("{% render 'outer' %}", { files: nested })).toContain("-->b1<!--");
  });

  test("a snippet that is not in the extension is an error", () => {
    expect(() => render("{% render 'missing' %}", { files })).toThrow(/missing/);
  });

  test("a snippet named by a variable is an error", () => {
    expect(() => render("{% assign x = 'card' %}{% render x %}", { files })).toThrow(/literal/);
  });
});

describe("what the platform does not know", () => {
  test.each(["{{ 'x' | jsonify }}", "{{ 'x' | raw }}", "{{ 'x' | nonsense }}"])(
    "the filter of %s is an error",
    (liquid) => {
      expect(() => render(liquid)).toThrow(/undefined filter/);
    },
  );

  test.each(["{% include 'x' %}", "{% layout 'x' %}", "{% stylesheet %}{% endstylesheet %}"])(
    "the tag of %s is an error",
    (liquid) => {
      expect(() => render(liquid)).toThrow(/not found/);
    },
  );

  test("documentation is not run, and errors still name the right line", () => {
    const liquid = "{% doc %}\n{% nonsense %}\n{% enddoc %}\n{{ 'x' | nonsense }}";
    expect(() => render(liquid)).toThrow(/line:4/);
  });
});

describe("objects", () => {
  const membership = {
    namespace: "$app",
    key: "customer_subscription1",
    type: "json",
    value: JSON.stringify({ scid: 5001, contracts: [{ plan_name: "Gold" }] }),
  };

  test("the customer is nil while nobody has signed in", () => {
    expect(inner("{% if customer == nil %}signed out{% endif %}")).toBe("signed out");
  });

  test("a metafield of the app has a type, and a parsed value", () => {
    const context = { customer: customerOf({ metafields: [membership] }) };
    const liquid =
      '{% assign m = customer.metafields["$app"].customer_subscription1 %}{{ m.type }} {{ m.value.scid }} {{ m.value.contracts.first.plan_name }}';
    expect(inner(liquid, { context })).toBe("json 5001 Gold");
  });

  test("a metafield that is not set is nil, and so is its value", () => {
    const context = { customer: customerOf() };
    expect(inner('[{{ customer.metafields["$app"].nothing.value }}]', { context })).toBe("[]");
  });

  test("the app's own metafields are read from its installation", () => {
    const appMetafields = [
      {
        namespace: "cancel_flow",
        key: "settings",
        type: "json",
        value: '{"reasons":[{"alias":"other"}]}',
      },
    ];
    const liquid = "{{ app.metafields.cancel_flow.settings.value.reasons[0].alias }}";
    expect(inner(liquid, { context: { appMetafields } })).toBe("other");
  });

  test("the language of the page is the request's, and its addresses are below its root", () => {
    const context = { language: languages.german };
    const liquid =
      "{{ request.locale.iso_code }} {{ localization.language.endonym_name }} {{ routes.account_url }} {{ request.path }}";
    expect(inner(liquid, { context })).toBe("de Deutsch /de/account /de/pages/membership");
  });

  test("signing in from a page leads back to it", () => {
    const context = { language: languages.german };
    expect(inner("{{ routes.storefront_login_url }}", { context })).toBe(
      "/de/account/login?return_to=%2Fde%2Fpages%2Fmembership",
    );
  });

  test("a customer never becomes JSON", () => {
    const context = { customer: customerOf() };
    expect(inner("{{ customer | json }}", { context })).not.toContain("anna@");
  });
});

describe("tags", () => {
  test("a form posts to the platform's address below the language's root", () => {
    const html = inner("{% form 'localization', class: 'f' %}x{% endform %}", {
      context: { language: languages.german },
    });
    expect(html).toContain(
      '<form method="post" action="/de/localization" accept-charset="UTF-8" class="f">',
    );
    expect(html).toContain('name="form_type" value="localization"');
    expect(html).toContain("x</form>");
  });

  test("a form which the platform does not have is an error", () => {
    expect(() => render("{% form 'nonsense' %}{% endform %}")).toThrow(/no form/);
  });

  test("a style may hold Liquid", () => {
    expect(inner("{% style %}a { color: {{ 'red' }} }{% endstyle %}")).toBe(
      "<style data-shopify>a { color: red }</style>",
    );
  });

  test("several tags may share one liquid tag", () => {
    expect(inner("{% liquid\n assign a = 2\n echo a\n%}")).toBe("2");
  });
});
