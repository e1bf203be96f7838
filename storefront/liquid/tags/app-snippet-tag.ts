import {
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  RenderTag,
  type TagToken,
  type TopLevelToken,
} from "liquidjs";

/**
 * `{% render %}` of an app extension. The platform marks each snippet with comments, also where they do
 * harm (inside an attribute or a script), so a block must not rely on them being absent.
 */
export class AppSnippetTag extends RenderTag {
  readonly #snippet: string;

  constructor(token: TagToken, remainTokens: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remainTokens, liquid, parser);
    const name = /^(["'])([\w-]+)\1/.exec(token.args.trim())?.[2];
    if (name === undefined) {
      throw new Error(`a snippet is named by a literal, not by {% render ${token.args} %}`);
    }
    this.#snippet = name;
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    emitter.write(`<!-- BEGIN app snippet: ${this.#snippet} -->`);
    yield* super.render(context, emitter);
    emitter.write("<!-- END app snippet -->");
  }
}
