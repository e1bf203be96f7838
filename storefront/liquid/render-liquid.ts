import { createEngine } from "./create-engine.ts";
import { liquidObjects } from "./liquid-objects.ts";
import { type LiquidGlobals, renderStateKey } from "./render-state.ts";
import type { StorefrontContext } from "./storefront-context.ts";
import type { ThemeExtension } from "./theme-extension.ts";

/** Liquid outside an extension has no snippets, assets or words of one. */
const bare: ThemeExtension = {
  directory: "",
  handle: "theme",
  version: "0",
  blocks: new Map(),
  snippets: new Map(),
  assets: new Map(),
  locales: new Map(),
  schemaLocales: new Map(),
  defaultLocale: "en",
};

const engine = createEngine(bare);

/** Renders Liquid that an app answered through the app proxy, with the page's objects around it. */
export function renderLiquid(source: string, context: StorefrontContext): string {
  const globals: LiquidGlobals = {
    ...liquidObjects(context),
    [renderStateKey]: { extension: bare, context, problems: [] },
  };
  return engine.renderSync(engine.parse(source), {}, { globals });
}
