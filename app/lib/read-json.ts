const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/**
 * Reads JSON of others. The runtime's parser may take an escaped name (`"\n"`, `"\u00e9"`) for another one that it has read
 * before, whoever sent that one: https://github.com/nodejs/node/issues/63785. So a text with such a name is given to it with
 * names in hexadecimal digits, which are undone here. Any other text is read as it is.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!text.includes("\\") || !hasEscapedName(text)) return value;
  return withNames(JSON.parse(withoutEscapedNames(text)));
}

/** Where the text in quotes ends that begins at `start`: at its last quote, or at the end of all where it has none. */
export function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function hasEscapedName(text: string): boolean {
  return namesIn(text).some(({ start, end }) => text.slice(start, end).includes("\\"));
}

function withoutEscapedNames(text: string): string {
  const parts: string[] = [];
  let read = 0;
  for (const { start, end } of namesIn(text)) {
    const name: string = JSON.parse(text.slice(start, end));
    parts.push(text.slice(read, start), '"', inDigits(name), '"');
    read = end;
  }
  return [...parts, text.slice(read)].join("");
}

/** Where the names of valid JSON stand, with their quotes. */
function namesIn(text: string): { start: number; end: number }[] {
  const names: { start: number; end: number }[] = [];
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfText(text, start) + 1;
    const next = text.indexOf('"', end);
    // Between two texts there are colons, commas, brackets, numbers and blanks; a colon stands behind a name alone.
    const between = text.slice(end, next < 0 ? undefined : next);
    if (between.trimStart().startsWith(":")) names.push({ start, end });
    start = next;
  }
  return names;
}

/** A letter stands first: names of digits alone would come in another order. */
function inDigits(name: string): string {
  return `n${Buffer.from(name, "utf16le").toString("hex")}`;
}

function fromDigits(digits: string): string {
  return Buffer.from(digits.slice(1), "hex").toString("utf16le");
}

function withNames(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withNames);
  return Object.fromEntries(
    Object.entries(value).map(([digits, one]) => [fromDigits(digits), withNames(one)]),
  );
}
