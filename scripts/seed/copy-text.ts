/** A value of a row, as COPY takes it. Instants are milliseconds in a `Date`. */
export type CopyValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | readonly (string | number)[]
  | { json: unknown };

/** One row in the text form of COPY. */
export function copyLine(values: readonly CopyValue[]): string {
  // Joined, not added up: a text that was added up keeps all its parts.
  return `${values.map(copyText).join("\t")}\n`;
}

function copyText(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return escaped(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (typeof value !== "object") return String(value);
  if (value instanceof Date) return value.toISOString();
  if ("json" in value) return escaped(JSON.stringify(value.json));
  return escaped(`{${value.map(arrayItem).join(",")}}`);
}

function arrayItem(item: string | number): string {
  return typeof item === "number" ? String(item) : JSON.stringify(item);
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

function escaped(text: string): string {
  return SPECIAL.test(text)
    ? text.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)
    : text;
}
