import {
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from "liquidjs";
import { parseUntil } from "./parse-until.ts";

/** `{% style %}`: a style element whose rules may hold Liquid. */
export class StyleTag extends Tag {
  readonly #templates: Template[];

  constructor(token: TagToken, remainTokens: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remainTokens, liquid);
    this.#templates = parseUntil(parser, remainTokens, "endstyle");
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    emitter.write("<style data-shopify>");
    yield this.liquid.renderer.renderTemplates(this.#templates, context, emitter);
    emitter.write("</style>");
  }
}
