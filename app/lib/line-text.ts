import { storableText } from "./storable-text.ts";

/** Line breaks and other controls. */
const CONTROLS = String.raw`\p{Cc}\u2028\u2029`;
/** Marks that change the direction of the text around them. */
const DIRECTIONS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

const RUN_OF_CONTROLS = new RegExp(`[${CONTROLS}]+`, "gu");
const DIRECTION_MARK = new RegExp(`[${DIRECTIONS}]`, "gu");
const NO_PART_OF_A_LINE = new RegExp(`[${CONTROLS}${DIRECTIONS}]`, "u");
/** Besides what has no shape of its own: marks of notes between the lines. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/**
 * A text of one line, such as a name or a reason, as it is kept and shown: what breaks lines is a space, what turns the text
 * around it is removed, and a text of which nothing can be seen is empty. Invisible characters within others stay: they are parts of emoji.
 */
export function lineText(typed: string): string {
  const line = storableText(typed).replace(RUN_OF_CONTROLS, " ").replace(DIRECTION_MARK, "").trim();
  return withoutInvisible(line).trim() === "" ? "" : line;
}

/** Whether a text has no line breaks, other controls and marks of direction in it. Asked of ids, which are refused instead of changed. */
export function isOneLine(text: string): boolean {
  return !NO_PART_OF_A_LINE.test(text);
}

/** A text without characters that nobody sees. For comparing: it is not the same emoji any more. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
