import type { StorefrontContext } from "./storefront-context.ts";
import type { ThemeExtension } from "./theme-extension.ts";

/** What filters and tags need while one block is rendered. */
export interface RenderState {
  extension: ThemeExtension;
  context: StorefrontContext;
  /** Problems that the platform does not show, but the developer should know: missing translations and the like. */
  problems: string[];
}

/** Liquid's global scope reaches every snippet; this key is out of a template's reach. */
export const renderStateKey: unique symbol = Symbol("renderState");

export type LiquidGlobals = Record<string, unknown> & { [renderStateKey]: RenderState };

/** The state of the rendering which a filter or tag runs in. */
export function renderStateOf(liquidContext: { globals: object }): RenderState {
  return (liquidContext.globals as LiquidGlobals)[renderStateKey];
}
