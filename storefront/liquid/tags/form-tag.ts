import {
  type Context,
  type Emitter,
  Hash,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from "liquidjs";
import { renderStateOf } from "../render-state.ts";
import { escapeHtml } from "../translate.ts";
import { parseUntil } from "./parse-until.ts";

/** Where the platform's forms go to, below the language's root. */
const actions: Readonly<Record<string, string>> = {
  cart: "/cart",
  contact: "/contact#contact_form",
  create_customer: "/account",
  customer: "/contact#contact_form",
  customer_login: "/account/login",
  localization: "/localization",
  product: "/cart/add",
  recover_customer_password: "/account/recover",
};

/** `{% form 'type', object, attribute: value %}`. */
export class FormTag extends Tag {
  readonly #type: string;
  readonly #attributes: Hash;
  readonly #templates: Template[];

  constructor(token: TagToken, remainTokens: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remainTokens, liquid);
    const type = /^(["'])(\w+)\1/.exec(token.args.trim())?.[2];
    if (type === undefined || actions[type] === undefined) {
      throw new Error(`{% form ${token.args} %} is no form of the platform`);
    }
    this.#type = type;
    this.#attributes = new Hash(token.args.trim().replace(/^(["'])\w+\1\s*,?/, ","));
    this.#templates = parseUntil(parser, remainTokens, "endform");
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const given = (yield this.#attributes.render(context)) as Record<string, unknown>;
    const root = renderStateOf(context).context.language.rootUrl;
    const action = `${root === "/" ? "" : root}${actions[this.#type]}`;
    const all = { method: "post", action, "accept-charset": "UTF-8", ...given };
    const written = Object.entries(all).map(
      ([key, value]) => `${key}="${escapeHtml(String(value))}"`,
    );
    emitter.write(`<form ${written.join(" ")}>`);
    emitter.write(`<input type="hidden" name="form_type" value="${this.#type}" />`);
    emitter.write('<input type="hidden" name="utf8" value="✓" />');
    yield this.liquid.renderer.renderTemplates(this.#templates, context, emitter);
    emitter.write("</form>");
  }
}
