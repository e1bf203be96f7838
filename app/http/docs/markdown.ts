import { escapeHtml } from "./escape-html.ts";

/** A heading of a page and all that stands below it, for the search; the start of a page has the page's address. */
interface Section {
  readonly id: string | null;
  readonly heading: string;
  words: string;
}

/**
 * Turns the pages of `pages/` into HTML: headings, paragraphs, lists, tables, fenced code, and `code`, **bold**, *names*,
 * [links](…) and ![pictures](…) inside them. The pages are ours, so nothing else of Markdown is needed.
 */
export function renderMarkdown(text: string): { html: string; sections: Section[] } {
  const sections: Section[] = [];
  const html = blocksOf(text).map((block) => {
    const rendered = renderBlock(block, sections);
    const section = sections.at(-1);
    if (section) section.words += ` ${block.replace(/[\s|*`#]+/g, " ")}`;
    return rendered;
  });
  return { html: html.join("\n"), sections };
}

/** Parts between empty lines; a fence keeps its empty lines. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let isCode = false;
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join("\n"));
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      if (!isCode) end();
      lines.push(line);
      if (isCode) end();
      isCode = !isCode;
    } else if (line === "" && !isCode) end();
    else lines.push(line);
  }
  end();
  return blocks;
}

function renderBlock(block: string, sections: Section[]): string {
  const lines = block.split("\n");
  const first = lines[0] ?? "";
  if (first.startsWith("```")) return renderCode(lines.slice(1, -1).join("\n"), first.slice(3));
  const level = /^#{1,3}(?= )/.exec(first)?.[0].length;
  if (level) {
    const text = first.slice(level + 1);
    const id = text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
    sections.push({ id: level > 1 ? id : null, heading: text, words: "" });
    const link =
      level > 1
        ? ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>`
        : "";
    return `<h${level} id="${id}">${inline(text)}${link}</h${level}>`;
  }
  if (first.startsWith("| ")) return renderTable(lines, sections.at(-1)?.heading ?? "");
  if (first.startsWith("- ")) return `<ul>${items(lines, /^- /)}</ul>`;
  if (first.startsWith("1. ")) return `<ol>${items(lines, /^\d+\. /)}</ol>`;
  return `<p>${inline(lines.join(" "))}</p>`;
}

function items(lines: readonly string[], mark: RegExp): string {
  return lines.map((line) => `<li>${inline(line.replace(mark, ""))}</li>`).join("");
}

/** @param about the heading above, by which tables of a page are told apart. */
function renderTable([head = "", , ...rows]: readonly string[], about: string): string {
  const cells = (line: string, tag: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(`Table ${about}`.trim())}"><table><thead><tr>${cells(head, "th")}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Code that can be copied, and scrolled by keyboard. */
export function renderCode(code: string, language: string): string {
  return `<div class="code"><pre tabindex="0" aria-label="${language || "Text"}"><code>${escapeHtml(code)}</code></pre></div>`;
}

/** Text with `code`, **bold**, *names*, [links](…) and ![pictures](…). */
export function inline(text: string): string {
  return escapeHtml(text)
    .split("`")
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : marked(part)))
    .join("");
}

function marked(text: string): string {
  return text
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>")
    .replace(/!\[([^[\]]+)\]\(([^()]+)\)/g, '<img src="$2" alt="$1" loading="lazy">')
    .replace(/\[([^[\]]+)\]\(([^()]+)\)/g, '<a href="$2">$1</a>');
}
