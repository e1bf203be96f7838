import type { Liquid } from "liquidjs";
import { namedArguments } from "../named-arguments.ts";
import { type RenderState, renderStateOf } from "../render-state.ts";
import { translate } from "../translate.ts";

/** Registers `t`: the shopper's language first, then the extension's default language. */
export function registerTranslateFilter(engine: Liquid): void {
  for (const name of ["t", "translate"]) {
    engine.registerFilter(name, function (key: unknown, ...args: unknown[]) {
      return translateForShopper(renderStateOf(this.context), String(key), namedArguments(args));
    });
  }
}

function translateForShopper(
  { extension, context, problems }: RenderState,
  key: string,
  values: Record<string, unknown>,
): string {
  for (const locale of localeChain(context.language.locale, extension.defaultLocale)) {
    const file = extension.locales.get(locale);
    const found = file && translate(file.tree, locale, key, values);
    if (found === undefined) continue;
    for (const place of found.missingPlaces) {
      problems.push(`the translation ${locale}.${key} got no value for "${place}"`);
    }
    return found.text;
  }
  problems.push(`the translation ${context.language.locale}.${key} is missing`);
  return `Translation missing: ${context.language.locale}.${key}`;
}

/** "pt-BR" may be answered by "pt", and anything by the default. */
function localeChain(locale: string, fallback: string): string[] {
  const [language = locale] = locale.split("-");
  return [...new Set([locale, language, fallback])];
}
