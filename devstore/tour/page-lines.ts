/** Elements whose text nobody reads on the page as it stands, or that belong to no page in particular. */
const unseen = new Set([
  ...["script", "style", "template", "dialog", "svg", "noscript", "select", "datalist", "nav"],
  ...["iframe", "button", "textarea", "head"],
]);
/** Elements without a closing tag. */
const empty = new Set([
  "br",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
  "col",
]);
/** What is written inside one of these is one line, its parts joined. */
const rows = new Set(["tr", "li"]);
const blocks = new Set([
  ...["address", "article", "aside", "body", "caption", "dd", "div", "dl", "dt", "fieldset"],
  ...["figure", "footer", "form", "h1", "h2", "h3", "h4", "header", "legend", "main", "ol", "p"],
  ...["section", "summary", "table", "tbody", "td", "th", "thead", "ul", "details", "br"],
]);
/** A link or a piece of text is often the only thing in its line. */
const apart = new Set(["a", "span"]);
/** Stands in what a script fills once somebody opens it. */
const filledLater = /^Loading …$/;
const pieces = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|([^<]+|<)/gi;
const rawText = /<(script|style)\b[\s\S]*?<\/\1\s*>/gi;

/**
 * What somebody reads in the main part of a page, one line for each paragraph, row or entry, in the order of the page. It
 * is enough for the pages of the store and of the app, which are well formed; a browser does the rest.
 */
export function pageLines(page: string): string[] {
  const start = page.search(/<main[\s>]/i);
  const end = page.lastIndexOf("</main>");
  const main = page.slice(Math.max(start, 0), end > start ? end : undefined).replace(rawText, "");
  const lines: string[] = [];
  let parts: string[] = [];
  let text = "";
  const open: { name: string; isHidden: boolean }[] = [];
  let hidden = 0;
  let row = 0;
  let column = "";
  const endPart = () => {
    const clean = decode(text)
      .replace(/\s+/g, " ")
      .replace(/ (?=[.,:;!?)])/g, "")
      .trim();
    // A number in a row says nothing without the name of its column.
    const part = isWordless(clean) && column !== "" ? `${column} ${clean}` : clean;
    if (clean !== "" && !(parts.includes(part) && !isWordless(clean))) parts.push(part);
    text = "";
    if (row === 0) endLine();
  };
  const endLine = () => {
    if (parts.length > 0 && !filledLater.test(parts[0] ?? "")) lines.push(parts.join(" · "));
    parts = [];
  };
  for (const [, slash, tag, attributes = "", words] of main.matchAll(pieces)) {
    if (tag === undefined) {
      if (words !== undefined && hidden === 0) text += words;
      continue;
    }
    const name = tag.toLowerCase();
    const breaks = blocks.has(name) || rows.has(name);
    if (hidden === 0 && breaks) endPart();
    // Beside each other in the page's text, and below each other on the page.
    else if (hidden === 0 && apart.has(name)) text += " ";
    if (empty.has(name)) continue;
    if (slash === "") {
      const isHidden = hides(name, attributes);
      open.push({ name, isHidden });
      if (isHidden) hidden += 1;
      if (name === "td") column = decode(/\sdata-title="([^"]*)"/.exec(attributes)?.[1] ?? "");
      if (rows.has(name) && hidden === 0) row += 1;
      continue;
    }
    const at = open.findLastIndex((one) => one.name === name);
    if (at < 0) continue;
    const wasHidden = hidden > 0;
    for (const { isHidden } of open.splice(at)) if (isHidden) hidden -= 1;
    if (name === "td") column = "";
    if (rows.has(name) && !wasHidden) {
      row = Math.max(0, row - 1);
      if (row === 0) endLine();
    }
  }
  endPart();
  endLine();
  return lines;
}

/** Whether a text has no word in it, as an amount, a share or a dash has none. */
function isWordless(text: string): boolean {
  return !/\p{L}{2}/u.test(text);
}

const hiding = /\s(hidden|aria-hidden="true")(?=[\s=/]|$)|visually-?hidden|labelHidden/i;

function hides(name: string, attributes: string): boolean {
  return unseen.has(name) || hiding.test(attributes);
}

const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  apos: "'",
};

function decode(text: string): string {
  return text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return named[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
