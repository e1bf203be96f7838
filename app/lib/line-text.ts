import { storableText } from "./storable-text.ts";

/** Line breaks and other controls. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** Marks that change the direction of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Characters that nobody sees, and the marks of annotations between lines. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/**
 * A text of one line, such as a name or a reason, as it is kept and shown: what breaks lines is a space, what turns the text
 * around it is removed, and a text of which nothing can be seen is empty. Invisible characters within others stay: they are parts of emoji.
 */
export function lineText(typed: string): string {
  const line = storableText(typed).replace(CONTROLS, " ").replace(DIRECTIONS, "").trim();
  return withoutInvisible(line).trim() === "" ? "" : line;
}

/** Whether a text has no line breaks, other controls and marks of direction in it. Asked of ids, which are refused instead of changed. */
export function isOneLine(text: string): boolean {
  return text.search(CONTROLS) === -1 && text.search(DIRECTIONS) === -1;
}

/** A text without characters that nobody sees. For comparing: it is not the same emoji any more. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
