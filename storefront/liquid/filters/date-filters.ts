import type { Liquid } from "liquidjs";
import { formatNamed, parseLiquidDate, strftime } from "../format-date.ts";
import { namedArguments, positionalArguments } from "../named-arguments.ts";
import { type RenderState, renderStateOf } from "../render-state.ts";
import { escapeHtml, findTranslation } from "../translate.ts";

/** Registers `date` and `time_tag`. */
export function registerDateFilters(engine: Liquid): void {
  engine.registerFilter("date", function (value: unknown, ...args: unknown[]) {
    return formatDate(renderStateOf(this.context), value, args) ?? value;
  });
  engine.registerFilter("time_tag", function (value: unknown, ...args: unknown[]) {
    const state = renderStateOf(this.context);
    const machineFormat = namedArguments(args).datetime ?? "%Y-%m-%dT%H:%M:%SZ";
    const machine = formatDate(state, value, [machineFormat]);
    if (machine === undefined) return value;
    const shown = formatDate(state, value, args) ?? "";
    return `<time datetime="${escapeHtml(machine)}">${escapeHtml(shown)}</time>`;
  });
}

function formatDate(state: RenderState, value: unknown, args: unknown[]): string | undefined {
  const { context, extension } = state;
  const date = parseLiquidDate(value, context.shop.timezone, context.now);
  if (date === undefined) return undefined;
  const name = namedArguments(args).format;
  if (typeof name === "string") {
    const locale = context.language.locale;
    const tree = (extension.locales.get(locale) ?? extension.locales.get(extension.defaultLocale))
      ?.tree;
    const custom = tree && findTranslation(tree, `date_formats.${name}`);
    if (typeof custom === "string") return strftime(date, custom);
    const known = formatNamed(date, name, locale);
    if (known !== undefined) return known;
    state.problems.push(`no date format is called "${name}"`);
  }
  const [format] = positionalArguments(args);
  return strftime(
    date,
    typeof format === "string" && format !== "" ? format : "%Y-%m-%d %H:%M:%S %z",
  );
}
