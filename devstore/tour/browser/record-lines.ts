/** A line of a record as JSON, with the value that it had. */
export interface RecordLine {
  text: string;
  kind: "same" | "changed" | "gone";
  was: string | null;
}

type Old = { value: unknown } | null;

/** A record line by line; where there was one before, what is new or different in it, or gone from it, is marked. */
export function recordLines(before: unknown, after: unknown): RecordLine[] {
  const isCompared = before !== null && before !== undefined;
  const lines: RecordLine[] = [];
  const add = (value: unknown, old: Old, lead: string, tail: string, depth: number) => {
    const pad = "  ".repeat(depth);
    if (typeof value !== "object" || value === null) {
      const text = `${pad}${lead}${JSON.stringify(value) ?? "null"}${tail}`;
      const isChanged = isCompared && (old === null || old.value !== value);
      const was = isChanged && old !== null ? shortly(old.value) : null;
      lines.push({ text, kind: isChanged ? "changed" : "same", was });
      return;
    }
    const isList = Array.isArray(value);
    const entries = Object.entries(value);
    const [opens, closes] = isList ? ["[", "]"] : ["{", "}"];
    const had = typeof old?.value === "object" && old.value !== null;
    const olds = had ? (old.value as Record<string, unknown>) : {};
    const kind = isCompared && !had ? "changed" : "same";
    const was = kind === "changed" && old !== null ? shortly(old.value) : null;
    const gone = isCompared && had ? Object.entries(olds).filter(isGoneFrom(value)) : [];
    if (entries.length === 0 && gone.length === 0) {
      lines.push({ text: `${pad}${lead}${opens}${closes}${tail}`, kind, was });
      return;
    }
    lines.push({ text: `${pad}${lead}${opens}`, kind, was });
    const nameOf = (name: string) => (isList ? "" : `${JSON.stringify(name)}: `);
    entries.forEach(([name, inner], at) => {
      const comma = at < entries.length - 1 ? "," : "";
      add(inner, had ? oldOf(olds, name, inner) : null, nameOf(name), comma, depth + 1);
    });
    for (const [name, inner] of gone) {
      lines.push({ text: `${pad}  ${nameOf(name)}${shortly(inner)}`, kind: "gone", was: null });
    }
    lines.push({ text: `${pad}${closes}${tail}`, kind, was: null });
  };
  add(after, isCompared ? { value: before } : null, "", "", 0);
  return lines;
}

/** An entry of a list is the one with the same id, wherever it stood; other values are those in the same place. */
function oldOf(olds: object, name: string, value: unknown): Old {
  const id = idOf(value);
  if (id !== undefined && Array.isArray(olds)) {
    const found = olds.find((one) => idOf(one) === id);
    return found === undefined ? null : { value: found };
  }
  return Object.hasOwn(olds, name) ? { value: (olds as Record<string, unknown>)[name] } : null;
}

function isGoneFrom(value: object): (entry: [string, unknown]) => boolean {
  return ([name, old]) => {
    const id = idOf(old);
    if (id !== undefined && Array.isArray(value)) return !value.some((one) => idOf(one) === id);
    return !Object.hasOwn(value, name);
  };
}

function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
}

const mostOfOld = 60;

function shortly(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > mostOfOld ? `${text.slice(0, mostOfOld)}…` : text;
}
