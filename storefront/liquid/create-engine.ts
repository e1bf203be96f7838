import { Liquid } from "liquidjs";
import { registerAssetFilters } from "./filters/asset-filters.ts";
import { registerColorFilters } from "./filters/color-filters.ts";
import { registerDateFilters } from "./filters/date-filters.ts";
import { registerMathFilters } from "./filters/math-filters.ts";
import { registerMoneyFilters } from "./filters/money-filters.ts";
import { registerTextFilters } from "./filters/text-filters.ts";
import { registerTranslateFilter } from "./filters/translate-filter.ts";
import { AppSnippetTag } from "./tags/app-snippet-tag.ts";
import { FormTag } from "./tags/form-tag.ts";
import { StyleTag } from "./tags/style-tag.ts";
import type { ThemeExtension } from "./theme-extension.ts";

/** What liquidjs offers beyond the platform: a block that used it would work here and fail there. */
const foreignFilters = [
  "array_to_sentence_string",
  "cgi_escape",
  "date_to_long_string",
  "date_to_rfc822",
  "date_to_string",
  "date_to_xmlschema",
  "find_exp",
  "find_index_exp",
  "group_by",
  "group_by_exp",
  "has_exp",
  "inspect",
  "jsonify",
  "normalize_whitespace",
  "number_of_words",
  "pop",
  "push",
  "raw",
  "reject_exp",
  "sample",
  "shift",
  "slugify",
  "squish",
  "to_integer",
  "unshift",
  "uri_escape",
  "where_exp",
  "xml_escape",
];

/** The platform refuses these in app blocks, and `block` is not one of its tags. */
const foreignTags = ["block", "include", "layout"];

/**
 * A Liquid engine that knows what the platform knows inside a theme app extension: its filters and tags,
 * the extension's own snippets, and nothing else. What it does not know is an error, never an empty text.
 */
export function createEngine(extension: ThemeExtension): Liquid {
  const snippets = [...extension.snippets].map(
    ([name, snippet]) => [name, snippet.source] as const,
  );
  const engine = new Liquid({
    templates: Object.fromEntries(snippets),
    cache: true,
    strictFilters: true,
    ownPropertyOnly: true,
    relativeReference: false,
  });
  for (const filter of foreignFilters) engine.unregisterFilter(filter);
  for (const tag of foreignTags) delete engine.tags[tag];
  registerTranslateFilter(engine);
  registerMathFilters(engine);
  registerMoneyFilters(engine);
  registerDateFilters(engine);
  registerAssetFilters(engine);
  registerTextFilters(engine);
  registerColorFilters(engine);
  engine.registerTag("render", AppSnippetTag);
  engine.registerTag("form", FormTag);
  engine.registerTag("style", StyleTag);
  return engine;
}
