/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Html | readonly Html[] | null;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML from a template: every text that is put in is escaped, HTML is taken as it is. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(pieces.map((piece, at) => piece + textOf(parts[at] ?? null)).join(""));
}

function textOf(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string") return part.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? "");
  return part instanceof Html ? part.text : part.map(({ text }) => text).join("");
}
