import { endOfText, readJson } from "./read-json.ts";

/** Deeper than anything that an interface takes. */
const MOST_DEPTH = 32;

/** A text that is no JSON, or none that anybody has reason to send. */
export class UnreadableJson extends Error {
  override readonly name = "UnreadableJson";
}

/**
 * Reads JSON that a caller has sent. Values within values are counted first, in time linear in the text's length: a parser
 * takes far longer for a text that is nothing but brackets.
 *
 * @throws UnreadableJson, whose message says what is wrong.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) {
    throw new UnreadableJson(`The body has more than ${MOST_DEPTH} values within one another.`);
  }
  try {
    // Some clients begin with a byte order mark.
    return readJson(text.replace(/^\ufeff/, ""));
  } catch {
    throw new UnreadableJson("The body is not valid JSON.");
  }
}

const QUOTE = 0x22;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}
