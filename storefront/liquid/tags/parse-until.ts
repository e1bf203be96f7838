import type { Parser, Template, TopLevelToken } from "liquidjs";

/** The templates between a block tag and its end. */
export function parseUntil(parser: Parser, tokens: TopLevelToken[], endTag: string): Template[] {
  const templates: Template[] = [];
  let closed = false;
  const stream = parser
    .parseStream(tokens)
    .on(`tag:${endTag}`, () => {
      closed = true;
      stream.stop();
    })
    .on("template", (template: Template) => {
      templates.push(template);
    });
  stream.start();
  if (!closed) throw new Error(`{% ${endTag} %} is missing`);
  return templates;
}
